#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void nbody(const float4* bodies, float* acceleration, unsigned n, float softening) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float4 self = bodies[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (unsigned j = 0; j < n; ++j) {
    float4 other = bodies[j];
    float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    float strength = other.w * inverse * inverse * inverse;
    ax += dx * strength;
    ay += dy * strength;
    az += dz * strength;
  }
  acceleration[i * 3] = ax;
  acceleration[i * 3 + 1] = ay;
  acceleration[i * 3 + 2] = az;
}

class Nbody : public Workload {
public:
  void run() override {
    nbody<<<blocksFor(size::bodies, size::block), size::block>>>(
        reinterpret_cast<const float4*>(bodies_.data()), acceleration_.data(), size::bodies,
        kSoftening);
    finish();
  }

  std::vector<float> result() override {
    run();
    return acceleration_.read();
  }

private:
  Buffer<float> bodies_{packedBodies()};
  Buffer<float> acceleration_{std::size_t{size::bodies} * 3};
};

} // namespace

std::unique_ptr<Workload> makeNbody() {
  return std::make_unique<Nbody>();
}

} // namespace heddle::bench
