// cudaDeviceReset frees everything; the next call starts afresh, with device variables at their
// initialisers. Rows R-004, R-001.
#include "check.h"

__device__ int counter = 5;

__global__ void bump(int* out) {
  *out = ++counter;
}

int main() {
  for (int round = 0; round < 3; ++round) {
    int *out, value = 0;
    CUDA_CHECK(cudaMalloc(&out, sizeof(int)));
    bump<<<1, 1>>>(out);
    bump<<<1, 1>>>(out);
    CUDA_CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    EXPECT_EQ(value, 7);
    CUDA_CHECK(cudaDeviceReset());
  }
  EXPECT_CUDA(cudaSuccess, cudaGetLastError());
  return ok();
}
