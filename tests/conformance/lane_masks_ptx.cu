// The lane-mask special registers of PTX. Rows P-002, H-005.
#include "check.h"

__global__ void run(unsigned* out) {
  unsigned eq, lt, le, gt, ge;
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  unsigned t = threadIdx.x;
  out[t * 5 + 0] = eq;
  out[t * 5 + 1] = lt;
  out[t * 5 + 2] = le;
  out[t * 5 + 3] = gt;
  out[t * 5 + 4] = ge;
}

int main() {
  Buffer<unsigned> out(64 * 5);
  run<<<1, 64>>>(out.device());
  out.download();
  for (unsigned t = 0; t < 64; ++t) {
    unsigned bit = 1u << t % 32;
    EXPECT_EQ_AT(t, out[t * 5 + 0], bit);
    EXPECT_EQ_AT(t, out[t * 5 + 1], bit - 1);
    EXPECT_EQ_AT(t, out[t * 5 + 2], bit - 1 + bit);
    EXPECT_EQ_AT(t, out[t * 5 + 3], ~(bit - 1 + bit));
    EXPECT_EQ_AT(t, out[t * 5 + 4], ~(bit - 1));
  }
  return ok();
}
