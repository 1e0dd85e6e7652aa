// atomicInc and atomicDec count round and round; the old values are each seen equally often.
// Rows L-328, L-329, L-320.
#include "check.h"

__global__ void run(unsigned* counters, unsigned* seen, unsigned limit) {
  unsigned up = atomicInc(&counters[0], limit);
  unsigned down = atomicDec(&counters[1], limit);
  atomicAdd(&seen[up], 1u);
  atomicAdd(&seen[16 + down], 1u);
}

__global__ void edges(unsigned* out) {
  out[0] = 9;
  atomicInc(&out[0], 5); // above the limit: to 0
  out[1] = 5;
  atomicInc(&out[1], 5);
  out[2] = 4;
  atomicInc(&out[2], 5);
  out[3] = 9;
  atomicDec(&out[3], 5); // above the limit: to the limit
  out[4] = 0;
  atomicDec(&out[4], 5);
  out[5] = 5;
  atomicDec(&out[5], 5);
}

int main() {
  Buffer<unsigned> counters(2), seen(32), out(6);
  const unsigned limit = 9; // ten states
  run<<<20, 50>>>(counters.device(), seen.device(), limit);
  counters.download();
  seen.download();
  EXPECT_EQ(counters[0], 0u);
  EXPECT_EQ(counters[1], 0u);
  for (unsigned i = 0; i < 16; ++i) {
    EXPECT_EQ_AT(i, seen[i], i <= limit ? 100u : 0u);
    EXPECT_EQ_AT(i, seen[16 + i], i <= limit ? 100u : 0u);
  }
  edges<<<1, 1>>>(out.device());
  out.download();
  const unsigned want[] = {0, 0, 5, 5, 5, 4};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ_AT(i, out[i], want[i]);
  return ok();
}
