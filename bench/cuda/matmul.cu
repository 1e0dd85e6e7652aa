#include "cuda/device.h"
#include "workload.h"

namespace heddle::bench {
namespace {

constexpr unsigned kTile = size::matmulTile;

__global__ void matmulNaive(const float* a, const float* b, float* c, unsigned n) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) {
    float sum = 0.0f;
    for (unsigned k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * n + column];
    }
    c[row * n + column] = sum;
  }
}

__global__ void matmulTiled(const float* a, const float* b, float* c, unsigned n) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];
  unsigned x = threadIdx.x, y = threadIdx.y;
  unsigned column = blockIdx.x * kTile + x;
  unsigned row = blockIdx.y * kTile + y;
  float sum = 0.0f;
  for (unsigned tile = 0; tile < n / kTile; ++tile) {
    tileA[y][x] = a[row * n + tile * kTile + x];
    tileB[y][x] = b[(tile * kTile + y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < kTile; ++k) {
      sum += tileA[y][k] * tileB[k][x];
    }
    __syncthreads();
  }
  c[row * n + column] = sum;
}

constexpr std::size_t kElements = std::size_t{size::matmul} * size::matmul;

using MatmulKernel = void (*)(const float*, const float*, float*, unsigned);

class Matmul : public Workload {
public:
  explicit Matmul(MatmulKernel kernel) : kernel_(kernel) {}

  void run() override {
    const dim3 block(kTile, kTile);
    const dim3 grid(size::matmul / kTile, size::matmul / kTile);
    kernel_<<<grid, block>>>(a_.data(), b_.data(), c_.data(), size::matmul);
    finish();
  }

  std::vector<float> result() override {
    run();
    return c_.read();
  }

private:
  MatmulKernel kernel_;
  Buffer<float> a_{randomFloats(kElements, -1.0f, 1.0f, 1)};
  Buffer<float> b_{randomFloats(kElements, -1.0f, 1.0f, 2)};
  Buffer<float> c_{kElements};
};

} // namespace

std::unique_ptr<Workload> makeMatmulNaive() {
  return std::make_unique<Matmul>(matmulNaive);
}
std::unique_ptr<Workload> makeMatmulTiled() {
  return std::make_unique<Matmul>(matmulTiled);
}

} // namespace heddle::bench
