#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void stencil3d(const float* in, float* out, unsigned n) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1) {
    unsigned i = (z * n + y) * n + x;
    out[i] = 0.4f * in[i] +
             0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
  }
}

constexpr std::size_t kElements = std::size_t{size::stencil3d} * size::stencil3d * size::stencil3d;

class Stencil3d : public Workload {
public:
  void run() override {
    const dim3 block(32, 4, 2);
    const dim3 grid(size::stencil3d / 32, size::stencil3d / 4, size::stencil3d / 2);
    stencil3d<<<grid, block>>>(in_.data(), out_.data(), size::stencil3d);
    finish();
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{randomFloats(kElements, -1.0f, 1.0f, 1)};
  Buffer<float> out_{std::vector<float>(kElements)};
};

} // namespace

std::unique_ptr<Workload> makeStencil3d() {
  return std::make_unique<Stencil3d>();
}

} // namespace heddle::bench
