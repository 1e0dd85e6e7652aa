// A lock that the lanes of a warp take from each other, in a kernel that also exchanges values
// between lanes. Rows L-096, L-342, L-407.
#include "check.h"

__global__ void run(int* lock, volatile int* order, volatile int* next, int* sums) {
  const int lane = threadIdx.x % 32;
  const int left = __shfl_xor_sync(~0u, static_cast<int>(threadIdx.x), 1);
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  const int place = *next;
  order[place] = left;
  *next = place + 1;
  __threadfence();
  atomicExch(lock, 0);
  __syncwarp();
  int sum = left;
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(~0u, sum, offset);
  if (lane == 0)
    sums[threadIdx.x / 32] = sum;
}

int main() {
  constexpr int kThreads = 64;
  Buffer<int> lock(1), order(kThreads), next(1), sums(2);
  run<<<1, kThreads>>>(lock.device(), order.device(), next.device(), sums.device());
  order.download();
  next.download();
  sums.download();
  EXPECT_EQ(next[0], kThreads);
  int seen[kThreads] = {};
  for (int i = 0; i < kThreads; ++i)
    ++seen[order[i]];
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ_AT(i, seen[i], 1);
  EXPECT_EQ(sums[0], 31 * 32 / 2);
  EXPECT_EQ(sums[1], 31 * 32 / 2 + 32 * 32);
  return ok();
}
