// cudaMalloc: alignment, many allocations at once, reuse after cudaFree, null and zero. Rows R-067
// to R-069.
#include <stdint.h>

#include "check.h"

__global__ void fill(char* p, size_t n, char value) {
  for (size_t i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = value;
}

int main() {
  const int count = 60;
  char* pointers[count];
  for (int i = 0; i < count; ++i) {
    CUDA_CHECK(cudaMalloc(&pointers[i], 1 + i * 37));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointers[i]) % 256, 0u);
    fill<<<1, 32>>>(pointers[i], 1 + i * 37, static_cast<char>(i));
  }
  for (int i = 0; i < count; ++i) {
    char host[1 + 60 * 37];
    CUDA_CHECK(cudaMemcpy(host, pointers[i], 1 + i * 37, cudaMemcpyDeviceToHost));
    for (int k = 0; k < 1 + i * 37; ++k)
      EXPECT_EQ_AT(i, host[k], static_cast<char>(i));
  }
  for (int i = 0; i < count; ++i)
    CUDA_CHECK(cudaFree(pointers[i]));
  CUDA_CHECK(cudaFree(nullptr));
  void* none = pointers[0];
  CUDA_CHECK(cudaMalloc(&none, 0));
  CHECK(none == nullptr);
  // Far more than one pass could hold without reuse.
  for (int i = 0; i < 200; ++i) {
    void* large;
    CUDA_CHECK(cudaMalloc(&large, 64u << 20));
    CUDA_CHECK(cudaFree(large));
  }
  void* huge;
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMalloc(&huge, size_t(1) << 60));
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaGetLastError());
  size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  CHECK(free > 0 && free <= total);
  return ok();
}
