// Shuffles among a part of a warp, in a branch and in a block smaller than a warp. Row L-342.
#include "check.h"

__global__ void run(int* out) {
  int t = threadIdx.x;
  int v = t + 100;
  if (t < 8) {
    v = __shfl_sync(0xff, v, (t + 3) % 8);
  } else if (t % 2 == 0) {
    unsigned even = 0x00055500; // lanes 8, 10, … 18
    v = __shfl_down_sync(even, v, 2);
  } else {
    v = -v;
  }
  out[t] = v;
}

int main() {
  Buffer<int> out(20);
  run<<<1, 20>>>(out.device());
  out.download();
  for (int t = 0; t < 20; ++t) {
    if (t == 18)
      continue; // its source lane does not take part: undefined
    int want = t < 8 ? 100 + (t + 3) % 8 : t % 2 == 0 ? 102 + t : -100 - t;
    EXPECT_EQ_AT(t, out[t], want);
  }
  return ok();
}
