#include "kernels.h"
#include "openmp/buffer.h"

namespace heddle::bench {
namespace {

// Products of a row that are made side by side: as one gather where the machine has them, and
// otherwise as independent chains of additions.
constexpr unsigned kSums = 8;

float rowSum(const float* values, const unsigned* columns, unsigned count, const float* x) {
  float sums[kSums] = {};
  unsigned i = 0;
  for (; i + kSums <= count; i += kSums) {
#pragma omp simd
    for (unsigned lane = 0; lane < kSums; ++lane) {
      sums[lane] += values[i + lane] * x[columns[i + lane]];
    }
  }
  for (unsigned lane = 0; i < count; ++i, ++lane) {
    sums[lane] += values[i] * x[columns[i]];
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

class Spmv : public Workload {
public:
  Spmv() : Spmv(sparseMatrix()) {}

  void run() override {
    const unsigned* begins = rowBegins_.data();
    // Rows differ in length, so that equal shares of rows would not be equal work.
#pragma omp parallel for schedule(dynamic, 1024)
    for (unsigned row = 0; row < size::sparseRows; ++row) {
      y_.data()[row] = rowSum(values_.data() + begins[row], columns_.data() + begins[row],
                              begins[row + 1] - begins[row], x_.data());
    }
  }

  std::vector<float> result() override {
    run();
    return y_.read();
  }

private:
  explicit Spmv(const SparseMatrix& matrix)
      : rowBegins_(matrix.rowBegins), columns_(matrix.columns), values_(matrix.values) {}

  Buffer<unsigned> rowBegins_, columns_;
  Buffer<float> values_;
  Buffer<float> x_{randomFloats(size::sparseRows, -1.0f, 1.0f, 2)};
  Buffer<float> y_{size::sparseRows};
};

} // namespace

std::unique_ptr<Workload> makeSpmv() {
  return std::make_unique<Spmv>();
}

} // namespace heddle::bench
