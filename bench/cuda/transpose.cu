#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void transpose(const float* in, float* out, unsigned n) {
  __shared__ float tile[32][33];
  unsigned x = blockIdx.x * 32 + threadIdx.x;
  unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned row = 0; row < 32; row += 8) {
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (unsigned row = 0; row < 32; row += 8) {
    out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
  }
}

__global__ void transposeNaive(const float* in, float* out, unsigned n) {
  unsigned x = blockIdx.x * 32 + threadIdx.x;
  unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned row = 0; row < 32; row += 8) {
    out[x * n + y + row] = in[(y + row) * n + x];
  }
}

using TransposeKernel = void (*)(const float*, float*, unsigned);

constexpr std::size_t kElements = std::size_t{size::transpose} * size::transpose;

class Transpose : public Workload {
public:
  explicit Transpose(TransposeKernel kernel) : kernel_(kernel) {}

  void run() override {
    const dim3 block(32, 8);
    const dim3 grid(size::transpose / 32, size::transpose / 32);
    kernel_<<<grid, block>>>(in_.data(), out_.data(), size::transpose);
    finish();
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  TransposeKernel kernel_;
  Buffer<float> in_{randomFloats(kElements, -1.0f, 1.0f, 1)};
  Buffer<float> out_{kElements};
};

} // namespace

std::unique_ptr<Workload> makeTranspose() {
  return std::make_unique<Transpose>(transpose);
}
std::unique_ptr<Workload> makeTransposeNaive() {
  return std::make_unique<Transpose>(transposeNaive);
}

} // namespace heddle::bench
