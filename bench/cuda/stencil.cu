#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void stencil(const float* in, float* out, unsigned n) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column > 0 && column < n - 1 && row > 0 && row < n - 1) {
    unsigned i = row * n + column;
    out[i] = 0.5f * in[i] + 0.125f * (in[i - n] + in[i + n] + in[i - 1] + in[i + 1]);
  }
}

constexpr std::size_t kElements = std::size_t{size::stencil} * size::stencil;

class Stencil : public Workload {
public:
  void run() override {
    const dim3 block(32, 8);
    const dim3 grid(size::stencil / 32, size::stencil / 8);
    stencil<<<grid, block>>>(in_.data(), out_.data(), size::stencil);
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

std::unique_ptr<Workload> makeStencil() {
  return std::make_unique<Stencil>();
}

} // namespace heddle::bench
