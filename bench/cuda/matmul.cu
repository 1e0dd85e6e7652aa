#include "cuda/device.h"
#include "kernels.h"

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

// A thread keeps kThread × kThread sums in registers, and a block computes kBlock × kBlock
// elements.
template <unsigned kBlock, unsigned kDepth>
__global__ void matmulRegisters(const float* a, const float* b, float* c, unsigned n) {
  constexpr unsigned kThread = size::matmulThread;
  constexpr unsigned kRow = kBlock / kThread; // threads
  __shared__ float tileA[kDepth][kBlock];
  __shared__ float tileB[kDepth][kBlock];
  unsigned thread = threadIdx.y * kRow + threadIdx.x;
  unsigned rowBlock = blockIdx.y * kBlock, columnBlock = blockIdx.x * kBlock;
  float sums[kThread][kThread] = {};
  for (unsigned depth = 0; depth < n; depth += kDepth) {
    for (unsigned i = thread; i < kBlock * kDepth; i += kRow * kRow) {
      tileA[i % kDepth][i / kDepth] = a[(rowBlock + i / kDepth) * n + depth + i % kDepth];
      tileB[i / kBlock][i % kBlock] = b[(depth + i / kBlock) * n + columnBlock + i % kBlock];
    }
    __syncthreads();
    for (unsigned k = 0; k < kDepth; ++k) {
      for (unsigned i = 0; i < kThread; ++i) {
        for (unsigned j = 0; j < kThread; ++j) {
          sums[i][j] += tileA[k][threadIdx.y * kThread + i] * tileB[k][threadIdx.x * kThread + j];
        }
      }
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < kThread; ++i) {
    for (unsigned j = 0; j < kThread; ++j) {
      c[(rowBlock + threadIdx.y * kThread + i) * n + columnBlock + threadIdx.x * kThread + j] =
          sums[i][j];
    }
  }
}

constexpr std::size_t kElements = std::size_t{size::matmul} * size::matmul;

using MatmulKernel = void (*)(const float*, const float*, float*, unsigned);

class Matmul : public Workload {
public:
  // `tile` is how many elements of a row a block computes, with `threads` threads.
  Matmul(MatmulKernel kernel, unsigned tile, unsigned threads)
      : kernel_(kernel), tile_(tile), threads_(threads) {}

  void run() override {
    const dim3 block(threads_, threads_);
    const dim3 grid(size::matmul / tile_, size::matmul / tile_);
    kernel_<<<grid, block>>>(a_.data(), b_.data(), c_.data(), size::matmul);
    finish();
  }

  std::vector<float> result() override {
    run();
    return c_.read();
  }

private:
  MatmulKernel kernel_;
  unsigned tile_, threads_;
  Buffer<float> a_{randomFloats(kElements, -1.0f, 1.0f, 1)};
  Buffer<float> b_{randomFloats(kElements, -1.0f, 1.0f, 2)};
  Buffer<float> c_{kElements};
};

} // namespace

std::unique_ptr<Workload> makeMatmulNaive() {
  return std::make_unique<Matmul>(matmulNaive, kTile, kTile);
}
std::unique_ptr<Workload> makeMatmulTiled() {
  return std::make_unique<Matmul>(matmulTiled, kTile, kTile);
}
std::unique_ptr<Workload> makeMatmulRegisters() {
  return std::make_unique<Matmul>(matmulRegisters<size::matmulBlock, size::matmulDepth>,
                                  size::matmulBlock, size::matmulBlock / size::matmulThread);
}
std::unique_ptr<Workload> makeMatmulSmallBlocks() {
  return std::make_unique<Matmul>(matmulRegisters<size::matmulSmallBlock, size::matmulSmallDepth>,
                                  size::matmulSmallBlock,
                                  size::matmulSmallBlock / size::matmulThread);
}

} // namespace heddle::bench
