// Conversions with stochastic rounding, as inline PTX for the architecture that has them: the carry
// out of random bits and the bits that are cut off goes to those that stay.
// nvcc: -gencode arch=compute_100a,code=sm_100a
#include <stdint.h>

#include "check.h"

__global__ void convert(float value, uint32_t random, uint32_t* out) {
  asm("cvt.rs.f16x2.f32 %0, %1, %1, %2;" : "=r"(out[0]) : "f"(value), "r"(random));
  asm("cvt.rs.satfinite.bf16x2.f32 %0, %1, %1, %2;" : "=r"(out[1]) : "f"(value), "r"(random));
  asm("cvt.rs.satfinite.e4m3x4.f32 %0, {%1, %1, %1, %1}, %2;"
      : "=r"(out[2])
      : "f"(value), "r"(random));
}

int main() {
  Buffer<uint32_t> out(3);
  // A quarter of the way from 1 to the next number of each type, in the highest bits cut off.
  convert<<<1, 1>>>(1 + 1.0f / 4096, 0x17ff1800, out.device());
  out.download();
  EXPECT_EQ(out[0], 0x3c003c01u);
  convert<<<1, 1>>>(1 + 1.0f / 512, 0xbfffc000, out.device());
  out.download();
  EXPECT_EQ(out[1], 0x3f803f81u);
  convert<<<1, 1>>>(1 + 1.0f / 32, 0xffff0000, out.device());
  out.download();
  EXPECT_EQ(out[2], 0x39393838u);
  return ok();
}
