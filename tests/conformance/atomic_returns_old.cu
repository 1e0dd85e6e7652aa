// An atomic returns the value before it: tickets are handed out once each, within warps, blocks and
// over the grid. Rows L-320, L-322, H-012.
#include "check.h"

__global__ void run(int* counter, int* taken, int* perBlock) {
  __shared__ int local;
  if (threadIdx.x == 0)
    local = 0;
  __syncthreads();
  int ticket = atomicAdd(counter, 1);
  atomicAdd(&taken[ticket], 1);
  int mine = atomicAdd(&local, 2);
  atomicAdd(&perBlock[blockIdx.x * blockDim.x + mine / 2], 1);
  // Only some lanes of each warp.
  if (threadIdx.x % 3 == 0)
    atomicAdd(&taken[gridDim.x * blockDim.x + atomicAdd(&counter[1], 1)], 1);
}

int main() {
  const int blocks = 12, threads = 90, n = blocks * threads;
  Buffer<int> counter(2), taken(n + n / 3), perBlock(n);
  run<<<blocks, threads>>>(counter.device(), taken.device(), perBlock.device());
  counter.download();
  taken.download();
  perBlock.download();
  EXPECT_EQ(counter[0], n);
  EXPECT_EQ(counter[1], n / 3);
  for (int i = 0; i < n + n / 3; ++i)
    EXPECT_EQ_AT(i, taken[i], 1);
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, perBlock[i], 1);
  return ok();
}
