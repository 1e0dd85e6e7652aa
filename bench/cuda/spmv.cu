#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void multiply(const unsigned* rowBegins, const unsigned* columns, const float* values,
                         const float* x, float* y, unsigned rows) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (unsigned i = rowBegins[row]; i < rowBegins[row + 1]; ++i) {
      sum += values[i] * x[columns[i]];
    }
    y[row] = sum;
  }
}

class Spmv : public Workload {
public:
  Spmv() : Spmv(sparseMatrix()) {}

  void run() override {
    multiply<<<size::sparseRows / size::block, size::block>>>(
        rowBegins_.data(), columns_.data(), values_.data(), x_.data(), y_.data(), size::sparseRows);
    finish();
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
