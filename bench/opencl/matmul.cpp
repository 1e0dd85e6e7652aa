#include "opencl/device.h"
#include "workload.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void matmulNaive(global const float* a, global const float* b, global float* c, uint n) {
  uint column = get_global_id(0);
  uint row = get_global_id(1);
  if (row < n && column < n) {
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * n + column];
    }
    c[row * n + column] = sum;
  }
}

kernel void matmulTiled(global const float* a, global const float* b, global float* c, uint n) {
  local float tileA[TILE][TILE];
  local float tileB[TILE][TILE];
  uint x = get_local_id(0), y = get_local_id(1);
  uint column = get_group_id(0) * TILE + x;
  uint row = get_group_id(1) * TILE + y;
  float sum = 0.0f;
  for (uint tile = 0; tile < n / TILE; ++tile) {
    tileA[y][x] = a[row * n + tile * TILE + x];
    tileB[y][x] = b[(tile * TILE + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) {
      sum += tileA[y][k] * tileB[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
)cl";

constexpr std::size_t kElements = std::size_t{size::matmul} * size::matmul;

class Matmul : public Workload {
public:
  explicit Matmul(const char* kernel)
      : kernel_(device_.kernel(kSource, kernel, "-DTILE=" + std::to_string(size::matmulTile))) {
    setArguments(kernel_, a_, b_, c_, size::matmul);
  }

  void run() override {
    device_.launch(kernel_, {size::matmul, size::matmul}, {size::matmulTile, size::matmulTile});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(c_, kElements);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_;
  cl::Buffer a_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 1));
  cl::Buffer b_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 2));
  cl::Buffer c_ = device_.buffer<float>(kElements);
};

} // namespace

std::unique_ptr<Workload> makeMatmulNaive() {
  return std::make_unique<Matmul>("matmulNaive");
}
std::unique_ptr<Workload> makeMatmulTiled() {
  return std::make_unique<Matmul>("matmulTiled");
}

} // namespace heddle::bench
