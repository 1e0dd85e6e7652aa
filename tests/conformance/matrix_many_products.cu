// Many products of one kind in a kernel, with values that live from one to the next: each warp has
// four accumulators, in half, bfloat and integer. Also where only some warps of a block multiply.

// nvcc: -arch=sm_80
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int kSide = 32;

template <class Element, class Sum>
__global__ void product(const Element* a, const Element* b, Sum* d, int warps) {
  const int warp = threadIdx.x / 32;
  if (warp >= warps)
    return;
  d += warp * kSide * kSide;
  wmma::fragment<wmma::accumulator, 16, 16, 16, Sum> sums[2][2];
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 2; ++c)
      wmma::fill_fragment(sums[r][c], Sum(warp));
#pragma unroll
  for (int k = 0; k < kSide; k += 16)
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, Element, wmma::row_major> left;
      wmma::load_matrix_sync(left, a + r * 16 * kSide + k, kSide);
#pragma unroll
      for (int c = 0; c < 2; ++c) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, Element, wmma::col_major> right;
        wmma::load_matrix_sync(right, b + c * 16 * kSide + k, kSide);
        wmma::mma_sync(sums[r][c], left, right, sums[r][c]);
      }
    }
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 2; ++c)
      wmma::store_matrix_sync(d + r * 16 * kSide + c * 16, sums[r][c], kSide, wmma::mem_row_major);
}

// Small whole numbers, so that every order of sums gives the same.
template <class Element, class Sum, class Make> void test(Make make, int threads, int warps) {
  Element *a, *b;
  Sum* d;
  const int count = kSide * kSide;
  CUDA_CHECK(cudaMallocManaged(&a, count * sizeof(Element)));
  CUDA_CHECK(cudaMallocManaged(&b, count * sizeof(Element)));
  CUDA_CHECK(cudaMallocManaged(&d, 4 * count * sizeof(Sum)));
  auto left = [](int i) { return i * 7 % 11 - 5; };
  auto right = [](int i) { return i * 5 % 13 - 6; };
  for (int i = 0; i < count; ++i) {
    a[i] = make(left(i));
    b[i] = make(right(i));
  }
  for (int i = 0; i < 4 * count; ++i)
    d[i] = Sum(-1);
  product<<<1, threads>>>(a, b, d, warps);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int warp = 0; warp < 4; ++warp)
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j) {
        int expected = warp;
        for (int k = 0; k < kSide; ++k)
          expected += left(i * kSide + k) * right(j * kSide + k);
        if (warp >= warps)
          expected = -1;
        const int at = warp * count + i * kSide + j;
        EXPECT_EQ_AT(at, (double)d[at], (double)expected);
      }
  CUDA_CHECK(cudaFree(a));
  CUDA_CHECK(cudaFree(b));
  CUDA_CHECK(cudaFree(d));
}

int main() {
  const int shapes[][2] = {{32, 1}, {128, 4}, {128, 3}};
  for (const auto& shape : shapes) {
    test<__half, float>([](int v) { return __float2half((float)v); }, shape[0], shape[1]);
    test<__nv_bfloat16, float>([](int v) { return __float2bfloat16((float)v); }, shape[0],
                               shape[1]);
    test<signed char, int>([](int v) { return (signed char)v; }, shape[0], shape[1]);
  }
  return ok();
}
