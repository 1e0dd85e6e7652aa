// Double arithmetic is exactly IEEE: sums, products, quotients and roots equal the host's bits.
// Rows L-098 to L-103, H-041.
#include <math.h>

#include "check.h"

__global__ void run(const double* a, const double* b, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i], y = b[i];
  out[i * 6 + 0] = x + y;
  out[i * 6 + 1] = x - y;
  out[i * 6 + 2] = x * y;
  out[i * 6 + 3] = x / y;
  out[i * 6 + 4] = sqrt(fabs(x));
  out[i * 6 + 5] = fma(x, y, x);
}

int main() {
  const int n = 500;
  Buffer<double> a(n), b(n), out(n * 6);
  unsigned long long seed = 3;
  for (int i = 0; i < n; ++i) {
    for (double* v : {&a[i], &b[i]}) {
      seed = seed * 6364136223846793005ull + 1442695040888963407ull;
      double mantissa = static_cast<double>(seed >> 11) / 0x1p53 + 1;
      seed = seed * 6364136223846793005ull + 1442695040888963407ull;
      *v = ldexp(seed >> 63 ? -mantissa : mantissa, static_cast<int>(seed >> 40 & 127) - 64);
    }
  }
  a.upload();
  b.upload();
  run<<<4, 128>>>(a.device(), b.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    volatile double x = a[i], y = b[i];
    const double want[] = {x + y, x - y, x * y, x / y, sqrt(fabs(x)), fma(x, y, x)};
    for (int k = 0; k < 6; ++k)
      EXPECT_EQ_AT(i * 6 + k, out[i * 6 + k], want[k]);
  }
  return ok();
}
