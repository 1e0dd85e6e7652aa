// NaN and infinity through arithmetic, comparisons, minimum and maximum. Rows L-161 to L-166,
// H-097, H-085.
#include <math.h>

#include "check.h"

__global__ void run(int* out, float nan, float inf, float zero) {
  int k = 0;
  out[k++] = isnan(nan + 1) && isnan(inf - inf) && isnan(zero * inf) && isnan(zero / zero);
  out[k++] = isinf(1 / zero) && isinf(-1 / zero) && !isinf(nan);
  out[k++] = !(nan < 1) && !(nan >= 1) && !(nan == nan) && nan != nan;
  out[k++] =
      fminf(nan, 3) == 3 && fminf(3, nan) == 3 && fmaxf(nan, -3) == -3 && fmaxf(-3, nan) == -3;
  out[k++] = isnan(fminf(nan, nan)) && fmaxf(inf, 5) == inf && fminf(-inf, 5) == -inf;
  out[k++] = fmin(static_cast<double>(nan), 2.0) == 2 && fmax(2.0, static_cast<double>(nan)) == 2;
  out[k++] = isfinite(zero) && !isfinite(inf) && !isfinite(nan) && signbit(-inf) && !signbit(inf);
  out[k++] = inf > 3.4e38f && -inf < -3.4e38f && inf == inf;
  out[k++] = signbit(-zero) && -zero == zero && 1 / -zero == -inf;
  out[k++] = (nan < 1 ? 1 : nan > 1 ? 2 : 3) == 3;
  out[k++] = static_cast<double>(inf) == HUGE_VAL && isnan(sqrtf(-1 - zero)) && sqrtf(inf) == inf;
}

int main() {
  Buffer<int> out(11);
  run<<<1, 1>>>(out.device(), NAN, INFINITY, 0.0f);
  out.download();
  for (int k = 0; k < 11; ++k)
    EXPECT_EQ_AT(k, out[k], 1);
  return ok();
}
