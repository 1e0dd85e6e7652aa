// Votes inside divergent branches and loops, by the lanes that the mask names. Rows L-339 to L-341,
// H-008.
#include "check.h"

__global__ void run(unsigned* out) {
  unsigned lane = threadIdx.x;
  unsigned odd = __ballot_sync(0xffffffff, lane & 1);
  unsigned result = 0;
  if (lane & 1) {
    result = __ballot_sync(odd, lane > 10);
  } else {
    result = __any_sync(~odd, lane == 4) ? 1000 : 0;
    if (lane < 6)
      result += __ballot_sync(0x15, lane == 2);
  }
  // Lanes leave the loop one after the other; each round votes among those that stay.
  unsigned active = 0xffffffff, rounds = 0;
  for (unsigned left = lane;; --left) {
    unsigned stay = __ballot_sync(active, left > 0);
    ++rounds;
    if (left == 0)
      break;
    active = stay;
  }
  __syncwarp();
  out[lane * 2] = result;
  out[lane * 2 + 1] = rounds * 100 + __popc(active);
}

int main() {
  Buffer<unsigned> out(64);
  run<<<1, 32>>>(out.device());
  out.download();
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned want = lane & 1 ? 0xaaaaaaaau & ~0x7ffu : lane < 6 ? 1004 : 1000;
    EXPECT_EQ_AT(lane, out[lane * 2], want);
    EXPECT_EQ_AT(lane, out[lane * 2 + 1], (lane + 1) * 100 + 32 - lane);
  }
  return ok();
}
