#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void saxpy(unsigned n, float a, const float* x, float* y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

class Saxpy : public Workload {
public:
  void run() override {
    saxpy<<<blocksFor(size::saxpy, size::block), size::block>>>(size::saxpy, kSaxpyFactor,
                                                                x_.data(), y_.data());
    finish();
  }

  std::vector<float> result() override {
    y_.write(randomFloats(size::saxpy, -1.0f, 1.0f, 2));
    run();
    return y_.read();
  }

private:
  Buffer<float> x_{randomFloats(size::saxpy, -1.0f, 1.0f, 1)};
  Buffer<float> y_{randomFloats(size::saxpy, -1.0f, 1.0f, 2)};
};

} // namespace

std::unique_ptr<Workload> makeSaxpy() {
  return std::make_unique<Saxpy>();
}

} // namespace heddle::bench
