// Single-precision division and square root are exactly IEEE by default, as sum and product are.
// Rows L-098 to L-103, H-095.
#include <math.h>

#include "check.h"

__global__ void run(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i];
  out[i * 6 + 0] = x + y;
  out[i * 6 + 1] = x - y;
  out[i * 6 + 2] = x * y;
  out[i * 6 + 3] = x / y;
  out[i * 6 + 4] = sqrtf(fabsf(x));
  out[i * 6 + 5] = 1 / y;
}

int main() {
  const int n = 2000;
  Buffer<float> a(n), b(n), out(n * 6);
  unsigned seed = 3;
  for (int i = 0; i < n; ++i) {
    for (float* v : {&a[i], &b[i]}) {
      seed = seed * 1664525u + 1013904223u;
      float mantissa = static_cast<float>(seed >> 8) / 0x1p24f + 1;
      seed = seed * 1664525u + 1013904223u;
      *v = ldexpf(seed >> 31 ? -mantissa : mantissa, static_cast<int>(seed >> 20 & 63) - 32);
    }
  }
  a.upload();
  b.upload();
  run<<<16, 128>>>(a.device(), b.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    volatile float x = a[i], y = b[i];
    const float want[] = {x + y, x - y, x * y, x / y, sqrtf(fabsf(x)), 1 / y};
    for (int k = 0; k < 6; ++k)
      EXPECT_EQ_AT(i * 6 + k, out[i * 6 + k], want[k]);
  }
  return ok();
}
