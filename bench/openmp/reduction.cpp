#include "kernels.h"

namespace heddle::bench {
namespace {

class Reduction : public Workload {
public:
  void run() override {
    const float* values = values_.data();
    float sum = 0.0f;
#pragma omp parallel for simd reduction(+ : sum)
    for (unsigned i = 0; i < size::reduction; ++i) {
      sum += values[i];
    }
    sum_ = sum;
  }

  std::vector<float> result() override {
    run();
    return {sum_};
  }

private:
  std::vector<float> values_ = randomFloats(size::reduction, 0.0f, 1.0f, 1);
  float sum_ = 0.0f;
};

} // namespace

std::unique_ptr<Workload> makeReduction() {
  return std::make_unique<Reduction>();
}

} // namespace heddle::bench
