// __match_any_sync and __match_all_sync for 32- and 64-bit values and for floats. Row L-342.
#include "check.h"

__global__ void run(unsigned* out) {
  unsigned lane = threadIdx.x;
  out[lane * 7 + 0] = __match_any_sync(0xffffffff, lane % 5);
  out[lane * 7 + 1] = __match_any_sync(0xffffffff, static_cast<unsigned long long>(lane / 8) << 40);
  out[lane * 7 + 2] = __match_any_sync(0xffffffff, lane < 20 ? 1.5f : -2.0f);
  int same = 0;
  out[lane * 7 + 3] = __match_all_sync(0xffffffff, 77, &same);
  out[lane * 7 + 4] = same;
  out[lane * 7 + 5] = __match_all_sync(0xffffffff, lane / 31, &same);
  out[lane * 7 + 6] = same;
}

int main() {
  Buffer<unsigned> out(32 * 7);
  run<<<1, 32>>>(out.device());
  out.download();
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned residue = 0;
    for (unsigned other = lane % 5; other < 32; other += 5)
      residue |= 1u << other;
    EXPECT_EQ_AT(lane, out[lane * 7 + 0], residue);
    EXPECT_EQ_AT(lane, out[lane * 7 + 1], 0xffu << lane / 8 * 8);
    EXPECT_EQ_AT(lane, out[lane * 7 + 2], lane < 20 ? 0xfffffu : 0xfff00000u);
    EXPECT_EQ_AT(lane, out[lane * 7 + 3], 0xffffffffu);
    EXPECT_EQ_AT(lane, out[lane * 7 + 4], 1);
    EXPECT_EQ_AT(lane, out[lane * 7 + 5], 0);
    EXPECT_EQ_AT(lane, out[lane * 7 + 6], 0);
  }
  return ok();
}
