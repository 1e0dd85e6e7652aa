// Threads of a warp exchange data through shared memory with __syncwarp, for whole and partial
// warps. Rows L-033, L-096.
#include "check.h"

__global__ void run(int* out) {
  __shared__ int tile[96];
  int t = threadIdx.x, lane = t % 32, base = t - lane;
  tile[t] = t;
  __syncwarp();
  int value = tile[base + 31 - lane];
  __syncwarp();
  if (lane < 12) {
    // Only the named lanes take part in the barrier.
    for (int r = 0; r < 3; ++r) {
      tile[t] = value;
      __syncwarp(0xfff);
      value = tile[base + (lane + 5) % 12] + 1;
      __syncwarp(0xfff);
    }
  } else {
    value += 1000;
  }
  out[t] = value;
}

int main() {
  Buffer<int> out(96);
  run<<<1, 96>>>(out.device());
  out.download();
  for (int t = 0; t < 96; ++t) {
    int lane = t % 32, base = t - lane;
    EXPECT_EQ_AT(t, out[t], lane < 12 ? base + 31 - (lane + 15) % 12 + 3 : base + 31 - lane + 1000);
  }
  return ok();
}
