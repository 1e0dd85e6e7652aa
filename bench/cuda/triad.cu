#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void triad(unsigned n, float factor, const float* a, const float* b, float* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + factor * b[i];
  }
}

class Triad : public Workload {
public:
  void run() override {
    triad<<<blocksFor(size::triad, size::block), size::block>>>(size::triad, kSaxpyFactor,
                                                                a_.data(), b_.data(), out_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> a_{randomFloats(size::triad, -1.0f, 1.0f, 1)};
  Buffer<float> b_{randomFloats(size::triad, -1.0f, 1.0f, 2)};
  Buffer<float> out_{size::triad};
};

} // namespace

std::unique_ptr<Workload> makeTriad() {
  return std::make_unique<Triad>();
}

} // namespace heddle::bench
