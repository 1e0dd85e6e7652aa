// A kernel that touches a bad address ends with cudaErrorIllegalAddress; the error is reported by
// every later call, and the host process goes on. Rows R-044, R-045, R-060, L-384.
#include "check.h"

__global__ void touch(int* p, int index) {
  if (threadIdx.x == 5)
    p[index] = 1;
}

int main() {
  int *p, *q, value = 3;
  CUDA_CHECK(cudaMalloc(&p, 64 * sizeof(int)));
  touch<<<1, 32>>>(p, 7);
  CUDA_CHECK(cudaDeviceSynchronize());
  touch<<<2, 32>>>(reinterpret_cast<int*>(16), 0);
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaGetLastError());
  // Fetching it does not help: the device's memory can no longer be trusted.
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaMalloc(&q, 4));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  EXPECT_EQ(value, 3);
  touch<<<1, 32>>>(p, 7);
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaGetLastError());
  return ok();
}
