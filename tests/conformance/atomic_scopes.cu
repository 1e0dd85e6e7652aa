// Atomics of block and system scope. Rows L-335, L-336.
#include "check.h"

__global__ void run(int* perBlock, int* total, unsigned* bits) {
  atomicAdd_block(&perBlock[blockIdx.x], threadIdx.x);
  atomicMax_block(&perBlock[gridDim.x + blockIdx.x], static_cast<int>(threadIdx.x));
  atomicAdd_system(total, 1);
  atomicOr_system(bits, 1u << threadIdx.x % 32);
}

int main() {
  Buffer<int> perBlock(16), total(1);
  Buffer<unsigned> bits(1);
  run<<<8, 75>>>(perBlock.device(), total.device(), bits.device());
  perBlock.download();
  total.download();
  bits.download();
  for (int b = 0; b < 8; ++b) {
    EXPECT_EQ_AT(b, perBlock[b], 74 * 75 / 2);
    EXPECT_EQ_AT(b, perBlock[8 + b], 74);
  }
  EXPECT_EQ(total[0], 600);
  EXPECT_EQ(bits[0], 0xffffffffu);
  return ok();
}
