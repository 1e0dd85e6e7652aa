// A grid may have more than 65535 blocks in x. Rows L-074, H-050.
#include "check.h"

__global__ void count(unsigned* perResidue, unsigned* last) {
  if (threadIdx.x == 0)
    atomicAdd(&perResidue[blockIdx.x % 8], 1u);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
    *last = blockIdx.x;
}

int main() {
  const unsigned blocks = 70000;
  Buffer<unsigned> perResidue(8), last(1);
  count<<<blocks, 4>>>(perResidue.device(), last.device());
  perResidue.download();
  last.download();
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ_AT(i, perResidue[i], blocks / 8);
  EXPECT_EQ(last[0], blocks - 1);
  return ok();
}
