#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

namespace heddle::bench {
namespace {

// Sums of this many elements are made in registers, and added up in double precision.
constexpr unsigned kPiece = 8192;
// An addition takes several cycles, in which so many others can begin.
constexpr unsigned kChains = 4;

float sumOfPiece(const float* values) {
  Line sums[kChains] = {};
  for (unsigned i = 0; i < kPiece; i += kChains * kLine) {
    for (unsigned chain = 0; chain < kChains; ++chain) {
      sums[chain] += load<Line>(values + i + chain * kLine);
    }
  }
  const Line total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = 0.0f;
  for (unsigned lane = 0; lane < kLine; ++lane) {
    sum += total[lane];
  }
  return sum;
}

// The limit of both ways to add up in CUDA.
class Reduction : public Workload {
public:
  void run() override {
    const float* values = values_.data();
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (unsigned first = 0; first < size::reduction; first += kPiece) {
      sum += static_cast<double>(sumOfPiece(values + first));
    }
    sum_ = static_cast<float>(sum);
  }

  std::vector<float> result() override {
    run();
    return {sum_};
  }

private:
  Buffer<float> values_{randomFloats(size::reduction, 0.0f, 1.0f, 1)};
  float sum_ = 0.0f;
};

} // namespace

std::unique_ptr<Workload> makeReduction() {
  return std::make_unique<Reduction>();
}
std::unique_ptr<Workload> makeReductionShuffles() {
  return std::make_unique<Reduction>();
}

} // namespace heddle::bench
