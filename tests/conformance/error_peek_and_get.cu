// The last error stays until it is fetched; good calls do not clear it, and it does not hinder
// them. Rows R-046 to R-049.
#include "check.h"

__global__ void store(int* p) {
  *p = 9;
}

int main() {
  EXPECT_CUDA(cudaSuccess, cudaGetLastError());
  Buffer<int> p(1);
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaSetDevice(12345));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaPeekAtLastError());
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaPeekAtLastError());
  store<<<1, 1>>>(p.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, p.device(), sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 9);
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaPeekAtLastError());
  // A newer error takes its place.
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMalloc(static_cast<void**>(nullptr), 4));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetLastError());
  EXPECT_CUDA(cudaSuccess, cudaGetLastError());
  EXPECT_CUDA(cudaSuccess, cudaPeekAtLastError());
  return ok();
}
