// Denormal numbers are kept, in single and double precision, by default. Rows H-088, H-095.
#include "check.h"

__global__ void run(float* f, double* d, float smallest, double smallestDouble) {
  f[0] = smallest * 3;
  f[1] = 0x1p-126f * 0.5f * (smallest / smallest);
  f[2] = smallest + smallest;
  f[3] = 0x1.8p-126f * (smallest / smallest) - 0x1p-126f;
  f[4] = smallest > 0 ? 1 : 0;
  f[5] = sqrtf(smallest);
  f[6] = smallest / 2; // a tie, to even: zero
  f[7] = fmaf(smallest, 0.75f, smallest);
  d[0] = smallestDouble * 5;
  d[1] = static_cast<double>(smallest);
  d[2] = smallestDouble / 2;
  f[8] = static_cast<float>(d[1] * 7);
}

int main() {
  Buffer<float> f(9);
  Buffer<double> d(3);
  run<<<1, 1>>>(f.device(), d.device(), 0x1p-149f, 0x1p-1074);
  f.download();
  d.download();
  const float want[] = {3 * 0x1p-149f,   0x1p-127f, 0x1p-148f, 0x1p-127f,    1,
                        0x1.6a09e6p-75f, 0,         0x1p-148f, 7 * 0x1p-149f};
  for (int k = 0; k < 9; ++k)
    EXPECT_EQ_AT(k, f[k], want[k]);
  EXPECT_EQ(d[0], 5 * 0x1p-1074);
  EXPECT_EQ(d[1], 0x1p-149);
  EXPECT_EQ(d[2], 0.0);
  return ok();
}
