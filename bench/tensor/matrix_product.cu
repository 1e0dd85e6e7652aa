#include "matrix_product.h"

#include "cuda/device.h"

#include <cuda_bf16.h>
#include <mma.h>

namespace heddle::bench {
namespace {

namespace wmma = nvcuda::wmma;

constexpr unsigned kN = kMatrixSize;
constexpr unsigned kFragment = 16;
// A warp computes kRows × kColumns fragments of the product, so that each fragment that it loads
// serves several products; the warps of a block lie side by side.
constexpr unsigned kRows = 4, kColumns = 2, kWarps = 4;

__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* product) {
  const unsigned row = blockIdx.y * kRows * kFragment;
  const unsigned column = (blockIdx.x * kWarps + threadIdx.y) * kColumns * kFragment;
  wmma::fragment<wmma::accumulator, kFragment, kFragment, kFragment, float> sums[kRows][kColumns];
  for (unsigned i = 0; i < kRows; ++i) {
    for (unsigned j = 0; j < kColumns; ++j) {
      wmma::fill_fragment(sums[i][j], 0.0f);
    }
  }
  for (unsigned k = 0; k < kN; k += kFragment) {
    wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, __nv_bfloat16, wmma::row_major>
        left[kRows];
    wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, __nv_bfloat16, wmma::row_major>
        right[kColumns];
    for (unsigned i = 0; i < kRows; ++i) {
      wmma::load_matrix_sync(left[i], a + (row + i * kFragment) * kN + k, kN);
    }
    for (unsigned j = 0; j < kColumns; ++j) {
      wmma::load_matrix_sync(right[j], b + k * kN + column + j * kFragment, kN);
    }
    for (unsigned i = 0; i < kRows; ++i) {
      for (unsigned j = 0; j < kColumns; ++j) {
        wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
      }
    }
  }
  for (unsigned i = 0; i < kRows; ++i) {
    for (unsigned j = 0; j < kColumns; ++j) {
      wmma::store_matrix_sync(product + (row + i * kFragment) * kN + column + j * kFragment,
                              sums[i][j], kN, wmma::mem_row_major);
    }
  }
}

class MatrixProduct : public Workload {
public:
  void run() override {
    const dim3 grid(kN / (kWarps * kColumns * kFragment), kN / (kRows * kFragment));
    multiply<<<grid, dim3(32, kWarps)>>>(reinterpret_cast<const __nv_bfloat16*>(a_.data()),
                                         reinterpret_cast<const __nv_bfloat16*>(b_.data()),
                                         product_.data());
    finish();
  }
  std::vector<float> result() override {
    run();
    return product_.read();
  }

private:
  Buffer<BFloat16Bits> a_{matrixBits(1)}, b_{matrixBits(2)};
  Buffer<float> product_{std::size_t{kN} * kN};
};

} // namespace

std::unique_ptr<Workload> makeMatrixProduct() {
  return std::make_unique<MatrixProduct>();
}

} // namespace heddle::bench
