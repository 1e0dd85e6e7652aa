// What cudaFuncGetAttributes says of kernels. Rows L-081, H-023, H-024.
#include "check.h"

__constant__ int table[20];

__global__ void plain(int* p) {
  *p = table[*p & 15];
}
__global__ void shared(int* p) {
  __shared__ int tile[100];
  tile[threadIdx.x] = *p;
  __syncthreads();
  *p = tile[99 - threadIdx.x];
}
__global__ void __launch_bounds__(256) bounded(int* p) {
  *p = 1;
}
// Keeps 64 values at once, and more registers than that.
__global__ void manyValues(float* p) {
  float values[64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    values[i] = p[i * 32 + threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 64; ++i)
    sum = sum * values[i] + values[i * 7 % 64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    p[i * 32 + threadIdx.x] = values[i] * sum;
}
__global__ void local(int* p, int n) {
  int cells[200];
  for (int i = 0; i < 200; ++i)
    cells[i] = p[i];
  for (int i = 0; i < n; ++i)
    cells[p[i] % 200] += i;
  for (int i = 0; i < n; ++i)
    p[i] = cells[p[i + 1] % 200];
}

int main() {
  cudaFuncAttributes a;
  CUDA_CHECK(cudaFuncGetAttributes(&a, plain));
  EXPECT_EQ(a.sharedSizeBytes, 0u);
  EXPECT_EQ(a.maxThreadsPerBlock, 1024);
  CHECK(a.numRegs > 0 && a.numRegs <= 255);
  CHECK(a.ptxVersion >= 50 && a.binaryVersion >= 50);
  EXPECT_EQ(a.constSizeBytes, sizeof table);
  CUDA_CHECK(cudaFuncGetAttributes(&a, shared));
  EXPECT_EQ(a.constSizeBytes, sizeof table); // of the module, whether the kernel reads it or not
  EXPECT_EQ(a.sharedSizeBytes, 400u);
  CUDA_CHECK(cudaFuncGetAttributes(&a, bounded));
  EXPECT_EQ(a.maxThreadsPerBlock, 256);
  CUDA_CHECK(cudaFuncGetAttributes(&a, manyValues));
  CHECK(a.numRegs > 64 && a.numRegs <= 255);
  int few = 0, many = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, manyValues, 256, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, plain, 256, 0));
  CHECK(few >= 1 && few < many); // registers limit it
  CUDA_CHECK(cudaFuncGetAttributes(&a, local));
  CHECK(a.localSizeBytes >= 800);
  return ok();
}
