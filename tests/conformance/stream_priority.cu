// Streams with priorities: the range, and what a stream reports. Rows R-130, R-131.
#include "check.h"

__global__ void add(int* p) {
  atomicAdd(p, 1);
}

int main() {
  int low = -100, high = 100;
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
  CHECK(high <= low); // smaller numbers are more urgent
  cudaStream_t urgent, ordinary;
  CUDA_CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, high));
  CUDA_CHECK(cudaStreamCreateWithPriority(&ordinary, cudaStreamDefault, low));
  int priority = 1000;
  CUDA_CHECK(cudaStreamGetPriority(urgent, &priority));
  EXPECT_EQ(priority, high);
  CUDA_CHECK(cudaStreamGetPriority(ordinary, &priority));
  EXPECT_EQ(priority, low);
  Buffer<int> p(1);
  add<<<3, 5, 0, urgent>>>(p.device());
  add<<<3, 5, 0, ordinary>>>(p.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  p.download();
  EXPECT_EQ(p[0], 30);
  CUDA_CHECK(cudaStreamDestroy(urgent));
  CUDA_CHECK(cudaStreamDestroy(ordinary));
  return ok();
}
