#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void nbody(global const float4* bodies, global float* acceleration, uint n,
                  float softening) {
  uint i = get_global_id(0);
  if (i >= n) {
    return;
  }
  float4 self = bodies[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (uint j = 0; j < n; ++j) {
    float4 other = bodies[j];
    float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
    float strength = other.w * inverse * inverse * inverse;
    ax += dx * strength;
    ay += dy * strength;
    az += dz * strength;
  }
  acceleration[i * 3] = ax;
  acceleration[i * 3 + 1] = ay;
  acceleration[i * 3 + 2] = az;
}
)cl";

class Nbody : public Workload {
public:
  Nbody() { setArguments(kernel_, bodies_, acceleration_, size::bodies, kSoftening); }

  void run() override {
    device_.launch(kernel_, roundUp(size::bodies, size::block), size::block);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(acceleration_, size::bodies * 3);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "nbody");
  cl::Buffer bodies_ = device_.buffer(packedBodies());
  cl::Buffer acceleration_ = device_.buffer<float>(size::bodies * 3);
};

} // namespace

std::unique_ptr<Workload> makeNbody() {
  return std::make_unique<Nbody>();
}

} // namespace heddle::bench
