// All four shuffles with every width: sources outside the segment leave the value alone.
// Row L-342.
#include "check.h"

__global__ void run(int* out, int width, int delta) {
  int t = threadIdx.x, v = t * 10;
  out[t * 4 + 0] = __shfl_sync(0xffffffff, v, delta, width);
  out[t * 4 + 1] = __shfl_up_sync(0xffffffff, v, delta, width);
  out[t * 4 + 2] = __shfl_down_sync(0xffffffff, v, delta, width);
  out[t * 4 + 3] = __shfl_xor_sync(0xffffffff, v, delta, width);
}

int main() {
  Buffer<int> out(64 * 4);
  for (int width = 1; width <= 32; width *= 2) {
    const int deltas[] = {0, 1, 2, 3, 5, 8, 15, 16, 31};
    for (int delta : deltas) {
      run<<<1, 64>>>(out.device(), width, delta);
      out.download();
      for (int t = 0; t < 64; ++t) {
        int inside = t % width, base = t - inside;
        int up = inside - delta >= 0 ? t - delta : t;
        int down = inside + delta < width ? t + delta : t;
        // A lane may read from lower segments, never from higher ones.
        int other = t % 32 ^ delta;
        int exclusive = other <= base % 32 + width - 1 ? t / 32 * 32 + other : t;
        EXPECT_EQ_AT(t, out[t * 4 + 0], (base + delta % width) * 10);
        EXPECT_EQ_AT(t, out[t * 4 + 1], up * 10);
        EXPECT_EQ_AT(t, out[t * 4 + 2], down * 10);
        EXPECT_EQ_AT(t, out[t * 4 + 3], exclusive * 10);
      }
    }
  }
  return ok();
}
