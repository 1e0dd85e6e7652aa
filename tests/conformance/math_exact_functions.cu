// The functions without rounding error: rounding, remainders, splitting, signs, in both precisions.
// Rows L-138 to L-169.
#include <math.h>
#include <string.h>

#include "check.h"

const int count = 26;

template <class T> __host__ __device__ void compute(T x, T y, T* out) {
  T whole;
  int exponent, quotient;
  out[0] = floor(x);
  out[1] = ceil(x);
  out[2] = trunc(x);
  out[3] = round(x);
  out[4] = rint(x);
  out[5] = nearbyint(x);
  out[6] = fmod(x, y);
  out[7] = remainder(x, y);
  out[8] = remquo(x, y, &quotient);
  out[9] = static_cast<T>(quotient & 7);
  out[10] = modf(x, &whole);
  out[11] = whole;
  out[12] = frexp(x, &exponent);
  out[13] = static_cast<T>(x == 0 ? 0 : exponent);
  out[14] = ldexp(x, 5);
  out[15] = scalbn(x, -3);
  out[16] = x == 0 ? 0 : logb(x);
  out[17] = x == 0 ? 0 : static_cast<T>(ilogb(x));
  out[18] = fdim(x, y);
  out[19] = copysign(x, y);
  out[20] = fabs(x);
  out[21] = nextafter(x, y);
  out[22] = static_cast<T>(lrint(x));
  out[23] = static_cast<T>(llround(x));
  out[24] = fmin(x, y);
  out[25] = fmax(x, y);
}

template <class T> __global__ void run(const T* in, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * n)
    compute(in[i / n], in[i % n], out + i * count);
}

template <class T> void test() {
  const double values[] = {0.5,   -0.5,   1.5,       -1.5,     2.5, -2.5,    3.0,       -7.25, 1e-3,
                           100.5, -99.75, 1e5 + 0.5, 12345.75, 0.0, -4096.0, 8388607.5, 1e7};
  const int n = sizeof values / sizeof values[0];
  Buffer<T> in(n), out(n * n * count);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<T>(values[i]);
  in.upload();
  run<<<3, 128>>>(in.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n * n; ++i) {
    if (in[i % n] == 0)
      continue; // remainders by zero are NaN; see float_nan_and_infinity
    T want[count];
    compute(in[i / n], in[i % n], want);
    for (int k = 0; k < count; ++k) {
      EXPECT_EQ_AT(i * 100 + k, out[i * count + k], want[k]);
      EXPECT_EQ_AT(i * 100 + k, signbit(out[i * count + k]) != 0, signbit(want[k]) != 0);
    }
  }
}

int main() {
  test<float>();
  test<double>();
  return ok();
}
