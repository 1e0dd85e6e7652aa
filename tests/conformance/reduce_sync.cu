// Reductions of a warp in one instruction. Row L-342.
// nvcc: -arch=sm_80
#include "check.h"

__global__ void run(unsigned* out) {
  unsigned lane = threadIdx.x;
  int v = static_cast<int>(lane) * 3 - 40;
  out[lane * 6 + 0] = __reduce_add_sync(0xffffffff, v);
  out[lane * 6 + 1] = __reduce_min_sync(0xffffffff, v);
  out[lane * 6 + 2] = __reduce_max_sync(0xffffffff, v);
  out[lane * 6 + 3] = __reduce_or_sync(0xffffffff, 1u << lane % 7);
  out[lane * 6 + 4] = __reduce_xor_sync(0xffffffff, lane);
  out[lane * 6 + 5] = 0;
  if (lane >= 16)
    out[lane * 6 + 5] = __reduce_min_sync(0xffff0000, lane ^ 5);
}

int main() {
  Buffer<unsigned> out(32 * 6);
  run<<<1, 32>>>(out.device());
  out.download();
  int sum = 0;
  unsigned low = 31;
  for (int i = 0; i < 32; ++i) {
    sum += i * 3 - 40;
    if (i >= 16 && static_cast<unsigned>(i ^ 5) < low)
      low = i ^ 5;
  }
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ_AT(lane, static_cast<int>(out[lane * 6 + 0]), sum);
    EXPECT_EQ_AT(lane, static_cast<int>(out[lane * 6 + 1]), -40);
    EXPECT_EQ_AT(lane, static_cast<int>(out[lane * 6 + 2]), 53);
    EXPECT_EQ_AT(lane, out[lane * 6 + 3], 0x7f);
    EXPECT_EQ_AT(lane, out[lane * 6 + 4], 0);
    EXPECT_EQ_AT(lane, out[lane * 6 + 5], lane < 16 ? 0 : low);
  }
  return ok();
}
