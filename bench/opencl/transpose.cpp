#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void transpose(global const float* in, global float* out, uint n) {
  local float tile[32][33];
  uint x = get_group_id(0) * 32 + get_local_id(0);
  uint y = get_group_id(1) * 32 + get_local_id(1);
  for (uint row = 0; row < 32; row += 8) {
    tile[get_local_id(1) + row][get_local_id(0)] = in[(y + row) * n + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 32 + get_local_id(0);
  y = get_group_id(0) * 32 + get_local_id(1);
  for (uint row = 0; row < 32; row += 8) {
    out[(y + row) * n + x] = tile[get_local_id(0)][get_local_id(1) + row];
  }
}
kernel void transposeNaive(global const float* in, global float* out, uint n) {
  uint x = get_group_id(0) * 32 + get_local_id(0);
  uint y = get_group_id(1) * 32 + get_local_id(1);
  for (uint row = 0; row < 32; row += 8) {
    out[x * n + y + row] = in[(y + row) * n + x];
  }
}
)cl";

constexpr std::size_t kElements = std::size_t{size::transpose} * size::transpose;

class Transpose : public Workload {
public:
  explicit Transpose(const char* kernel) : kernel_(device_.kernel(kSource, kernel)) {
    setArguments(kernel_, in_, out_, size::transpose);
  }

  void run() override {
    device_.launch(kernel_, {size::transpose, size::transpose / 4}, {32, 8});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, kElements);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_;
  cl::Buffer in_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 1));
  cl::Buffer out_ = device_.buffer<float>(kElements);
};

} // namespace

std::unique_ptr<Workload> makeTranspose() {
  return std::make_unique<Transpose>("transpose");
}
std::unique_ptr<Workload> makeTransposeNaive() {
  return std::make_unique<Transpose>("transposeNaive");
}

} // namespace heddle::bench
