// malloc and free in device code: alignment, use by other threads and later launches. Rows L-355 to
// L-357.
#include <stdint.h>

#include "check.h"

__device__ int* kept[64];

__global__ void allocate(int* bad) {
  int t = threadIdx.x;
  int* p = static_cast<int*>(malloc((t + 1) * sizeof(int)));
  if (!p || reinterpret_cast<uintptr_t>(p) % 16 != 0) {
    atomicAdd(bad, 1);
    return;
  }
  for (int i = 0; i <= t; ++i)
    p[i] = t * 100 + i;
  kept[t] = p;
  free(nullptr);
  void* scratch = malloc(100);
  free(scratch);
}

__global__ void consume(int* out) {
  int t = threadIdx.x, other = 63 - t, sum = 0;
  for (int i = 0; i <= other; ++i)
    sum += kept[other][i];
  out[t] = sum;
  __syncthreads();
  free(kept[t]);
}

int main() {
  Buffer<int> bad(1), out(64);
  for (int round = 0; round < 3; ++round) {
    allocate<<<1, 64>>>(bad.device());
    consume<<<1, 64>>>(out.device());
    out.download();
    bad.download();
    EXPECT_EQ(bad[0], 0);
    for (int t = 0; t < 64; ++t) {
      int n = 63 - t;
      EXPECT_EQ_AT(t, out[t], (n + 1) * n * 100 + n * (n + 1) / 2);
    }
  }
  return ok();
}
