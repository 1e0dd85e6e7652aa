// Every block has its own shared memory: concurrent blocks never see each other's. Rows L-009,
// L-026.
#include "check.h"

__global__ void run(int* bad) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  for (int r = 0; r < 20; ++r) {
    tile[t] = blockIdx.x * 100000 + r * 1000 + t;
    __syncthreads();
    int u = (t * 5 + r) % 128;
    if (tile[u] != static_cast<int>(blockIdx.x * 100000 + r * 1000 + u))
      atomicAdd(bad, 1);
    __syncthreads();
  }
}

int main() {
  Buffer<int> bad(1);
  run<<<200, 128>>>(bad.device());
  bad.download();
  EXPECT_EQ(bad[0], 0);
  return ok();
}
