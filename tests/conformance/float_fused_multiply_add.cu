// fma rounds once; products and sums made with the _rn intrinsics are never fused. Rows L-138,
// P-063, H-096.
#include "check.h"

__global__ void run(float* f, double* d, float a, float b, float c, double x, double y, double z) {
  f[0] = fmaf(a, b, c);
  f[1] = __fadd_rn(__fmul_rn(a, b), c);
  f[2] = __fmaf_rn(a, b, c);
  d[0] = fma(x, y, z);
  d[1] = __dadd_rn(__dmul_rn(x, y), z);
}

int main() {
  Buffer<float> f(3);
  Buffer<double> d(2);
  // The float product is 1 - 2^-24, a float; the double product 1 - 2^-54 is no double, rounds
  // to 1.
  run<<<1, 1>>>(f.device(), d.device(), 1 + 0x1p-12f, 1 - 0x1p-12f, -1.0f, 1 + 0x1p-27, 1 - 0x1p-27,
                -1.0);
  f.download();
  d.download();
  EXPECT_EQ(f[0], -0x1p-24f);
  EXPECT_EQ(f[1], -0x1p-24f);
  EXPECT_EQ(f[2], -0x1p-24f);
  EXPECT_EQ(d[0], -0x1p-54);
  EXPECT_EQ(d[1], 0.0);
  run<<<1, 1>>>(f.device(), d.device(), 1 + 0x1p-13f, 1 - 0x1p-13f, -1.0f, 3.0, 5.0, 0.5);
  f.download();
  d.download();
  EXPECT_EQ(f[0], -0x1p-26f);
  EXPECT_EQ(f[1], 0.0f);
  EXPECT_EQ(f[2], -0x1p-26f);
  EXPECT_EQ(d[0], 15.5);
  EXPECT_EQ(d[1], 15.5);
  return ok();
}
