// Grid and block sizes may be int, unsigned or dim3; missing dim3 components are 1.
// Rows L-006, L-066, L-073, L-076, L-077.
#include "check.h"

__global__ void count(unsigned* out) {
  atomicAdd(out, 1u);
}

int main() {
  Buffer<unsigned> out(1);
  dim3 grid, block(3);
  EXPECT_EQ(grid.x, 1u);
  EXPECT_EQ(grid.y, 1u);
  EXPECT_EQ(grid.z, 1u);
  EXPECT_EQ(block.y, 1u);
  count<<<grid, block>>>(out.device());
  grid.y = 4;
  block = dim3(2, 2, 2);
  count<<<grid, block>>>(out.device());
  count<<<5, 6>>>(out.device());
  size_t threads = 7;
  unsigned blocks = 2;
  count<<<blocks, threads>>>(out.device());
  count<<<dim3(2, 2), 3, 64>>>(out.device());
  cudaStream_t stream = 0;
  count<<<1, dim3(1, 1, 5), 0, stream>>>(out.device());
  dim3 copy = block;
  uint3 plain = block;
  count<<<copy, plain>>>(out.device());
  out.download();
  EXPECT_EQ(out[0], 3u + 4 * 8 + 30 + 14 + 12 + 5 + 64);
  return ok();
}
