// Math functions at zero, infinity, NaN and the ends of their domains, as C99 says. Rows L-098 to
// L-137.
#include <math.h>

#include "check.h"

// Results that need not be exact.
template <class T> __device__ bool near(T value, double want) {
  return fabs(value - want) <= 1e-5 * fabs(want);
}

template <class T> __global__ void run(int* out, T inf, T zero) {
  T nan = inf - inf, one = 1;
  int k = 0;
  out[k++] = exp(-inf) == 0 && exp(inf) == inf && exp(zero) == 1 && isnan(exp(nan));
  out[k++] = log(zero) == -inf && log(one) == 0 && isnan(log(-one)) && log(inf) == inf;
  out[k++] = near(log2(one * 8), 3) && near(log10(one * 1000), 3) && near(exp2(one * 10), 1024);
  out[k++] = pow(nan, zero) == 1 && pow(one, nan) == 1 && pow(zero, zero) == 1 &&
             near(pow(-one * 2, one * 3), -8);
  out[k++] = pow(zero, -one) == inf && pow(inf, -one) == 0 && isnan(pow(-one, one / 2)) &&
             pow(one * 2, inf) == inf;
  out[k++] = pow(one / 2, inf) == 0 && pow(-inf, one * 3) == -inf && pow(-one, inf) == 1;
  out[k++] =
      isnan(sin(inf)) && isnan(cos(-inf)) && isnan(tan(inf)) && sin(zero) == 0 && cos(zero) == 1;
  out[k++] =
      signbit(sin(-zero)) && signbit(tan(-zero)) && signbit(cbrt(-zero)) && signbit(sqrt(-zero));
  out[k++] = isnan(asin(one * 2)) && isnan(acos(-one * 2)) && acos(one) == 0;
  out[k++] = tanh(inf) == 1 && tanh(-inf) == -1 && cosh(inf) == inf && sinh(-inf) == -inf &&
             atanh(one) == inf;
  out[k++] = atan2(zero, one) == 0 && !signbit(atan2(zero, one)) && signbit(atan2(-zero, one));
  out[k++] = hypot(inf, nan) == inf && near(hypot(one * 3, one * 4), 5);
  out[k++] = erf(inf) == 1 && erfc(inf) == 0 && near(tgamma(one * 5), 24) && lgamma(one) == 0 &&
             lgamma(zero) == inf;
  out[k++] = isnan(fmod(inf, one)) && fmod(one * 5, inf) == 5 && isnan(fmod(one, zero));
  out[k++] = floor(-inf) == -inf && isnan(rint(nan)) && signbit(trunc(-one / 2)) &&
             signbit(ceil(-one / 2));
  out[k++] =
      rsqrt(zero) == inf && rsqrt(inf) == 0 && isnan(rsqrt(-one)) && near(cbrt(-one * 27), -3);
}

template <class T> void test() {
  Buffer<int> out(16);
  run<T><<<1, 1>>>(out.device(), static_cast<T>(INFINITY), static_cast<T>(0));
  out.download();
  for (int k = 0; k < 16; ++k)
    EXPECT_EQ_AT(k, out[k], 1);
}

int main() {
  test<float>();
  test<double>();
  return ok();
}
