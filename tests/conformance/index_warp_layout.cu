// Warps are consecutive thread IDs, the first warp holding thread 0, also in blocks of several
// dimensions. Rows H-005, H-007, L-071.
#include "check.h"

__global__ void lanes(unsigned* lane, unsigned* first, int* size) {
  unsigned id = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned l;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(l));
  lane[id] = l;
  unsigned total = blockDim.x * blockDim.y * blockDim.z;
  unsigned inWarp = total - (id & ~31u) < 32 ? total - (id & ~31u) : 32;
  unsigned mask = inWarp == 32 ? 0xffffffffu : (1u << inWarp) - 1;
  first[id] = __shfl_sync(mask, id, 0);
  size[id] = warpSize;
}

int main() {
  const dim3 shapes[] = {dim3(33, 3), dim3(10, 10), dim3(5, 3, 2),
                         dim3(1, 64), dim3(96),     dim3(7, 7, 7)};
  for (dim3 b : shapes) {
    unsigned n = b.x * b.y * b.z;
    Buffer<unsigned> lane(n), first(n);
    Buffer<int> size(n);
    lanes<<<1, b>>>(lane.device(), first.device(), size.device());
    lane.download();
    first.download();
    size.download();
    for (unsigned i = 0; i < n; ++i) {
      EXPECT_EQ_AT(i, lane[i], i % 32);
      EXPECT_EQ_AT(i, first[i], i / 32 * 32);
      EXPECT_EQ_AT(i, size[i], 32);
    }
  }
  return ok();
}
