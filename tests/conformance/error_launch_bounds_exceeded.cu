// More threads than __launch_bounds__ promised make the launch fail. Rows L-080, L-361.
#include "check.h"

__global__ void __launch_bounds__(64) bounded(int* p) {
  atomicAdd(p, 1);
}
__global__ void __launch_bounds__(128, 2) boundedTwice(int* p) {
  atomicAdd(p, 1);
}

int main() {
  Buffer<int> p(1);
  bounded<<<2, 64>>>(p.device());
  boundedTwice<<<2, 128>>>(p.device());
  p.download();
  EXPECT_EQ(p[0], 384);
  bounded<<<1, 96>>>(p.device());
  CHECK(cudaGetLastError() != cudaSuccess);
  boundedTwice<<<1, 129>>>(p.device());
  CHECK(cudaGetLastError() != cudaSuccess);
  CUDA_CHECK(cudaDeviceSynchronize());
  p.download();
  EXPECT_EQ(p[0], 384);
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, bounded));
  EXPECT_EQ(attributes.maxThreadsPerBlock, 64);
  return ok();
}
