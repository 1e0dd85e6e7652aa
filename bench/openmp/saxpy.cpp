#include "kernels.h"
#include "openmp/buffer.h"

namespace heddle::bench {
namespace {

class Saxpy : public Workload {
public:
  void run() override {
    const float* x = x_.data();
    float* y = y_.data();
#pragma omp parallel for simd
    for (unsigned i = 0; i < size::saxpy; ++i) {
      y[i] = kSaxpyFactor * x[i] + y[i];
    }
  }

  std::vector<float> result() override {
    y_ = Buffer<float>(randomFloats(size::saxpy, -1.0f, 1.0f, 2));
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
