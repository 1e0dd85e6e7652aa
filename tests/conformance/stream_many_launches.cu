// Thousands of launches without a wait between them, from one and from several streams. Rows R-112,
// R-117.
#include "check.h"

__global__ void add(int* p, int value) {
  if (threadIdx.x == 0)
    atomicAdd(p, value);
}

int main() {
  Buffer<int> p(2);
  for (int i = 0; i < 5000; ++i)
    add<<<1, 32>>>(p.device(), 1);
  cudaStream_t s[8];
  for (auto& stream : s)
    CUDA_CHECK(cudaStreamCreate(&stream));
  for (int i = 0; i < 4000; ++i)
    add<<<2, 32, 0, s[i % 8]>>>(p.device() + 1, i % 5);
  CUDA_CHECK(cudaDeviceSynchronize());
  p.download();
  EXPECT_EQ(p[0], 5000);
  EXPECT_EQ(p[1], 2 * 4000 / 5 * 10);
  for (auto& stream : s)
    CUDA_CHECK(cudaStreamDestroy(stream));
  return ok();
}
