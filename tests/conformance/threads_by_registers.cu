// A block has as many threads as there are registers for: the attribute of a function falls with
// its number of registers, in steps of four warps, and so does the block size that is proposed.
#include "check.h"

// All values are alive at once: each is read before the first one is used.
template <int Count> __global__ void many(const volatile int* in, int* out) {
  int values[Count];
#pragma unroll
  for (int i = 0; i < Count; ++i)
    values[i] = in[i];
  int sum = 0;
#pragma unroll
  for (int i = 0; i < Count; ++i)
    sum = sum * 3 + values[Count - 1 - i] * values[i / 2];
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(96) bounded(const volatile int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

static int threadsFor(int registers) {
  const int ofWarp = (registers * 32 + 255) / 256 * 256;
  const int warps = 65536 / 4 / ofWarp * 4;
  return warps < 32 ? warps * 32 : 1024;
}

template <class Kernel> static int expectThreads(Kernel kernel, int bound) {
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  const int most = threadsFor(attributes.numRegs);
  EXPECT_EQ(attributes.maxThreadsPerBlock, most < bound ? most : bound);
  int blocks = 0, threads = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel, 0, 0));
  CHECK(threads <= attributes.maxThreadsPerBlock);
  return attributes.maxThreadsPerBlock;
}

int main() {
  EXPECT_EQ(expectThreads(many<4>, 1024), 1024);
  expectThreads(many<40>, 1024);
  expectThreads(many<80>, 1024);
  CHECK(expectThreads(many<120>, 1024) < 1024);
  EXPECT_EQ(expectThreads(bounded, 96), 96);
  puts("ok");
}
