// Error and gamma functions in single precision, within the documented error. Rows L-132 to L-137.
#include "ulp.h"

FLOAT_FUNCTION(erff, erf(x))
FLOAT_FUNCTION(erfcf, erfc(x))
FLOAT_FUNCTION(lgammaf, lgamma(x))
FLOAT_FUNCTION(tgammaf, tgamma(x))

// The inverses are checked by the identity: their own error in x moves the function's value by at
// most that error times its slope, which is below 2/sqrt(pi).
__global__ void inverses(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float y = -0.9f + 1.8f * i / n;
  out[i * 2] = erff(erfinvf(y)) - y;
  out[i * 2 + 1] = erfcf(erfcinvf(y + 1)) - (y + 1);
}

int main() {
  check_erff(-4, 4, 3);
  check_erfcf(-4, 9, 6);
  check_lgammaf(0.1f, 30, 6);
  check_tgammaf(0.1f, 30, 11);
  const int n = 500;
  Buffer<float> out(n * 2);
  inverses<<<4, 128>>>(out.device(), n);
  out.download();
  for (int i = 0; i < n * 2; ++i)
    CHECK(fabsf(out[i]) < 2e-6f);
  return ok();
}
