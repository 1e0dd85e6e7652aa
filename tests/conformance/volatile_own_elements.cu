// Loops on a volatile element that only the thread itself changes, in shared and in global memory:
// they are no waiting for another thread, so that many rounds take little time.
#include "check.h"

constexpr int kThreads = 256, kRounds = 20000;

__global__ void countShared(int* out) {
  __shared__ volatile int counts[kThreads];
  volatile int* const own = &counts[threadIdx.x];
  *own = 0;
  while (*own < kRounds + int(threadIdx.x))
    *own = *own + 1;
  out[threadIdx.x] = *own;
}

__global__ void countGlobal(volatile int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  counts[i] = 0;
  for (; counts[i] < kRounds; counts[i] = counts[i] + 2) {
  }
}

__host__ __device__ unsigned next(unsigned value) {
  return value % 2 ? 3 * value + 1 : value / 2;
}

__global__ void collatz(int* out) {
  __shared__ volatile unsigned values[kThreads];
  const unsigned i = threadIdx.x;
  int steps = 0;
  for (int round = 0; round < 50; ++round) {
    values[i] = i + 27;
    while (values[i] != 1) {
      values[i] = next(values[i]);
      ++steps;
    }
  }
  out[i] = steps;
}

int main() {
  Buffer<int> out(4 * kThreads);
  countShared<<<1, kThreads>>>(out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ_AT(i, out.host()[i], kRounds + i);

  countGlobal<<<4, kThreads>>>(out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int i = 0; i < 4 * kThreads; ++i)
    EXPECT_EQ_AT(i, out.host()[i], kRounds);

  collatz<<<1, kThreads>>>(out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int i = 0; i < kThreads; ++i) {
    int steps = 0;
    for (unsigned value = i + 27; value != 1; value = next(value))
      ++steps;
    EXPECT_EQ_AT(i, out.host()[i], 50 * steps);
  }
  return ok();
}
