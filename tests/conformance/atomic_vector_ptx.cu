// Vector forms of atom and red: element by element, all updates arrive.
// nvcc: -arch=sm_90
#include <cuda_fp16.h>
#include <stdint.h>

#include "check.h"

__global__ void add(float* sums, float* olds) {
  float a, b, c, d;
  asm volatile("atom.global.add.v4.f32 {%0,%1,%2,%3}, [%4], {%5,%6,%7,%8};"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "l"(__cvta_generic_to_global(sums)), "f"(1.0f), "f"(2.0f),
                 "f"(static_cast<float>(threadIdx.x)), "f"(-1.0f)
               : "memory");
  if (olds) {
    olds[0] = a;
    olds[1] = b;
    olds[2] = c;
    olds[3] = d;
  }
  asm volatile("red.global.add.v2.f32 [%0], {%1,%2};" ::"l"(__cvta_generic_to_global(sums + 4)),
               "f"(1.0f), "f"(3.0f)
               : "memory");
}

__global__ void halves(uint16_t* sums) {
  unsigned one = 0x3c003c00;
  asm volatile("red.global.add.noftz.v2.f16x2 [%0], {%1,%1};" ::"l"(__cvta_generic_to_global(sums)),
               "r"(one)
               : "memory");
  uint16_t mine = __half_as_ushort(__int2half_rn(static_cast<int>(threadIdx.x)));
  asm volatile(
      "red.global.max.noftz.v2.f16 [%0], {%1,%1};" ::"l"(__cvta_generic_to_global(sums + 4)),
      "h"(mine)
      : "memory");
  asm volatile(
      "red.global.min.noftz.v2.f16 [%0], {%1,%1};" ::"l"(__cvta_generic_to_global(sums + 6)),
      "h"(mine)
      : "memory");
}

int main() {
  Buffer<float> sums(8), olds(4);
  add<<<4, 64>>>(sums.device(), nullptr);
  sums.download();
  const float want[6] = {256, 512, 4 * 63 * 32, -256, 256, 768};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ_AT(i, sums[i], want[i]);
  add<<<1, 1>>>(sums.device(), olds.device());
  olds.download();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, olds[i], want[i]);

  Buffer<uint16_t> small(8);
  for (int i = 6; i < 8; ++i)
    small[i] = 0x4500; // 5
  small.upload();
  halves<<<1, 64>>>(small.device());
  small.download();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, small[i], 0x5400); // 64
  for (int i = 4; i < 6; ++i)
    EXPECT_EQ_AT(i, small[i], 0x53e0); // 63
  for (int i = 6; i < 8; ++i)
    EXPECT_EQ_AT(i, small[i], 0);
  return ok();
}
