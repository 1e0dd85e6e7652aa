// What steers the compiler and not the result: bounds on launches with expressions, unrolling in
// all its spellings, inlining asked for and forbidden. A register limit is kept by kernels without
// bounds. rows: L-019 L-020 L-362 L-363 L-364 L-365 L-366 L-368 L-369

// nvcc: -maxrregcount=64
#include "check.h"

constexpr int doubled(int x) {
  return 2 * x;
}
enum { kThreads = 64 };
#define PRAGMA(text) _Pragma(#text)
#define UNROLL_BY(n) PRAGMA(unroll n)

__device__ __noinline__ int called(int x) {
  return 3 * x + 1;
}
__device__ __forceinline__ int inlined(int x) {
  return 5 * x - 1;
}
__device__ int asTheCompilerLikes(int x) {
  return x ^ 7;
}

__global__ void __launch_bounds__(doubled(kThreads)) onlyThreads(int* out) {
  out[threadIdx.x] = called(threadIdx.x) + inlined(threadIdx.x) + asTheCompilerLikes(threadIdx.x);
}
template <int N> __global__ void __launch_bounds__(N, N > 64 ? 2 : 4) both(int* out) {
  out[threadIdx.x] = called(threadIdx.x) + inlined(threadIdx.x) + asTheCompilerLikes(threadIdx.x);
}
// Many values alive at once, more than the registers that eight blocks of 256 leave to a thread.
__global__ void __launch_bounds__(256, 8) manyValues(const int* in, int* out) {
  int values[64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    values[i] = in[i] + threadIdx.x;
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 64; ++i)
    sum += values[i] * values[63 - i];
  out[threadIdx.x] = sum;
}

template <int N> __global__ void loops(int n, int* out) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 5; ++i)
    sum += i;
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma unroll N
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma unroll(N + 1)
  for (int i = 0; i < n; ++i)
    sum += i;
  UNROLL_BY(2)
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma unroll 8
  for (int i = 0; i < 3; ++i) // fewer rounds than asked for
    sum += i;
  *out = sum;
}

int main() {
  int *out, got[256];
  CUDA_CHECK(cudaMalloc(&out, sizeof got));
  for (int kernel = 0; kernel < 2; ++kernel) {
    if (kernel == 0)
      onlyThreads<<<1, 128>>>(out);
    else
      both<128><<<1, 128>>>(out);
    CUDA_CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; ++i)
      EXPECT_EQ_AT(i, got[i], 3 * i + 1 + 5 * i - 1 + (i ^ 7));
  }

  int values[64], *in;
  for (int i = 0; i < 64; ++i)
    values[i] = 7 * i - 100;
  CUDA_CHECK(cudaMalloc(&in, sizeof values));
  CUDA_CHECK(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
  manyValues<<<1, 256>>>(in, out);
  CUDA_CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int thread = 0; thread < 256; ++thread) {
    int sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += (values[i] + thread) * (values[63 - i] + thread);
    EXPECT_EQ_AT(thread, got[thread], sum);
  }
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, manyValues));
  EXPECT_EQ(attributes.maxThreadsPerBlock, 256);
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, manyValues, 256, 0));
  CHECK(blocks >= 8);

  loops<3><<<1, 1>>>(10, out);
  CUDA_CHECK(cudaMemcpy(got, out, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 10 + 5 * 45 + 3);
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return ok();
}
