#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void multiply(global const uint* rowBegins, global const uint* columns,
                     global const float* values, global const float* x, global float* y,
                     uint rows) {
  uint row = get_global_id(0);
  if (row < rows) {
    float sum = 0.0f;
    for (uint i = rowBegins[row]; i < rowBegins[row + 1]; ++i) {
      sum += values[i] * x[columns[i]];
    }
    y[row] = sum;
  }
}
)cl";

class Spmv : public Workload {
public:
  Spmv() : Spmv(sparseMatrix()) {}

  void run() override {
    device_.launch(kernel_, size::sparseRows, size::block);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(y_, size::sparseRows);
  }

private:
  explicit Spmv(const SparseMatrix& matrix)
      : rowBegins_(device_.buffer(matrix.rowBegins)), columns_(device_.buffer(matrix.columns)),
        values_(device_.buffer(matrix.values)) {
    setArguments(kernel_, rowBegins_, columns_, values_, x_, y_, size::sparseRows);
  }

  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "multiply");
  cl::Buffer rowBegins_, columns_, values_;
  cl::Buffer x_ = device_.buffer(randomFloats(size::sparseRows, -1.0f, 1.0f, 2));
  cl::Buffer y_ = device_.buffer<float>(size::sparseRows);
};

} // namespace

std::unique_ptr<Workload> makeSpmv() {
  return std::make_unique<Spmv>();
}

} // namespace heddle::bench
