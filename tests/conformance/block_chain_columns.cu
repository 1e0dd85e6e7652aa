// Prefix sums over blocks, a column for each thread: threads look back until they meet a whole sum,
// each as far as it has to, while the lanes that go on vote among themselves.
// Rows L-087, L-089.
#include "check.h"

const int kColumns = 96, kBlocks = 150;
const unsigned kPartial = 0x40000000u, kWhole = 0x80000000u, kValue = 0x3fffffffu;

__global__ void run(volatile unsigned* states, unsigned* next, const unsigned* counts,
                    unsigned* before, unsigned* votes) {
  __shared__ unsigned ticket;
  if (threadIdx.x == 0)
    ticket = atomicAdd(next, 1u);
  __syncthreads();
  const int block = ticket;
  const int column = threadIdx.x;
  if (column < kColumns) {
    const unsigned own = counts[block * kColumns + column];
    states[block * kColumns + column] = own | (block == 0 ? kWhole : kPartial);
    unsigned sum = 0, want = ~0u;
    for (int row = block - 1; row >= 0; --row) {
      unsigned value;
      do {
        __threadfence_block();
        value = states[row * kColumns + column];
      } while (value == 0);
      sum += value & kValue;
      want = __ballot_sync(want, (value & kWhole) == 0);
      if (value & kWhole)
        break;
      if (!(want >> (column % 32) & 1))
        atomicAdd(votes, 1u);
    }
    states[block * kColumns + column] = (sum + own) | kWhole;
    before[block * kColumns + column] = sum;
  }
}

int main() {
  Buffer<unsigned> states(kBlocks * kColumns), next(1), counts(kBlocks * kColumns),
      before(kBlocks * kColumns), votes(1);
  for (int i = 0; i < kBlocks * kColumns; ++i)
    counts[i] = i * 7u % 13u;
  counts.upload();
  run<<<kBlocks, 128>>>(states.device(), next.device(), counts.device(), before.device(),
                        votes.device());
  before.download();
  votes.download();
  EXPECT_EQ(votes[0], 0u);
  for (int column = 0; column < kColumns; ++column) {
    unsigned sum = 0;
    for (int block = 0; block < kBlocks; ++block) {
      EXPECT_EQ_AT(block * kColumns + column, before[block * kColumns + column], sum);
      sum += counts[block * kColumns + column];
    }
  }
  return ok();
}
