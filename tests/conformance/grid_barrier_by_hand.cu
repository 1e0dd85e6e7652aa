// Blocks that wait for each other without a cooperative launch: a barrier made of an atomic counter
// and a polling loop, and a first block that waits for the last. Rows L-087, L-089, L-096.
#include "check.h"

constexpr int kBlocks = 64;

__device__ unsigned arrived;
__device__ volatile int ready;

__device__ void waitForAll(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*static_cast<volatile unsigned*>(&arrived) < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void phases(int* values) {
  __shared__ int mine[48];
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = gridDim.x * blockDim.x;
  for (int phase = 0; phase < 5; ++phase) {
    mine[threadIdx.x] = values[(me + blockDim.x) % count];
    waitForAll((2 * phase + 1) * gridDim.x);
    values[me] = mine[threadIdx.x] + 1;
    waitForAll((2 * phase + 2) * gridDim.x);
  }
}

__global__ void firstWaitsForLast(int* values) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    while (ready == 0)
      ;
  __syncthreads();
  values[blockIdx.x] = ready + blockIdx.x;
  __threadfence();
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
    ready = 1000;
}

int main() {
  constexpr int kThreads = 48;
  Buffer<int> values(kBlocks * kThreads);
  for (int i = 0; i < kBlocks * kThreads; ++i)
    values[i] = i;
  values.upload();
  phases<<<kBlocks, kThreads>>>(values.device());
  values.download();
  for (int i = 0; i < kBlocks * kThreads; ++i)
    EXPECT_EQ_AT(i, values[i], (i + 5 * kThreads) % (kBlocks * kThreads) + 5);

  Buffer<int> order(kBlocks);
  firstWaitsForLast<<<kBlocks, 64>>>(order.device());
  order.download();
  EXPECT_EQ(order[0], 1000);
  return ok();
}
