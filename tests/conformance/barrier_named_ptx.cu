// PTX barriers with a number and a thread count: producer warps arrive, consumer warps wait.
// Rows L-090, P-002.
#include "check.h"

__device__ void barrierSync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ void barrierArrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__global__ void pipe(int* out, int rounds) {
  __shared__ int tile[32];
  int lane = threadIdx.x % 32;
  const int full = 1, empty = 2;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; ++r) {
      if (r > 0)
        barrierSync(empty, 64);
      tile[lane] = r * 100 + lane;
      __threadfence_block();
      barrierArrive(full, 64);
    }
  } else {
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
      barrierSync(full, 64);
      sum += tile[31 - lane];
      if (r + 1 < rounds)
        barrierArrive(empty, 64);
    }
    out[lane] = sum;
  }
}

int main() {
  const int rounds = 6;
  Buffer<int> out(32);
  pipe<<<1, 64>>>(out.device(), rounds);
  out.download();
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ_AT(i, out[i], 100 * 15 + rounds * (31 - i));
  return ok();
}
