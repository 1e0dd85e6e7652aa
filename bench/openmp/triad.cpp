#include "kernels.h"

namespace heddle::bench {
namespace {

class Triad : public Workload {
public:
  void run() override {
    const float* a = a_.data();
    const float* b = b_.data();
    float* out = out_.data();
#pragma omp parallel for simd
    for (unsigned i = 0; i < size::triad; ++i) {
      out[i] = a[i] + kSaxpyFactor * b[i];
    }
  }

  std::vector<float> result() override {
    run();
    return out_;
  }

private:
  std::vector<float> a_ = randomFloats(size::triad, -1.0f, 1.0f, 1);
  std::vector<float> b_ = randomFloats(size::triad, -1.0f, 1.0f, 2);
  std::vector<float> out_ = std::vector<float>(size::triad);
};

} // namespace

std::unique_ptr<Workload> makeTriad() {
  return std::make_unique<Triad>();
}

} // namespace heddle::bench
