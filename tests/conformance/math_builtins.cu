// The builtins of the host compiler for C's mathematical functions compute on the device what they
// compute on the host, as headers of C++ libraries rely on, also in templates and lambdas.
// nvcc: --extended-lambda
#include <math.h>

#include "check.h"

// Each name with its arguments, of x and y in type T.
#define FUNCTIONS(f, F)                                                                            \
  f(F(acos), (x)) f(F(acosh), (x + 1)) f(F(asin), (x)) f(F(asinh), (x)) f(F(atan), (x)) f(         \
      F(atan2), (x, y)) f(F(atanh), (x)) f(F(cbrt), (x)) f(F(ceil), (x)) f(F(copysign), (x, -y))   \
      f(F(cos), (x)) f(F(cosh), (x)) f(F(erf), (x)) f(F(erfc), (x)) f(F(exp), (x)) f(F(exp2), (x)) \
          f(F(exp10), (x)) f(F(expm1), (x)) f(F(fabs), (-x)) f(F(fdim), (x, y)) f(F(floor), (-x))  \
              f(F(fma), (x, y, x)) f(F(fmax), (x, y)) f(F(fmin), (x, y)) f(F(fmod), (x, y))        \
                  f(F(hypot), (x, y)) f(F(ilogb), (x)) f(F(ldexp), (x, 3)) f(F(lgamma), (x))       \
                      f(F(llrint), (x + 2)) f(F(llround), (x + 2)) f(F(log), (x)) f(F(log10), (x)) \
                          f(F(log1p), (x)) f(F(log2), (x)) f(F(logb), (x)) f(F(lrint), (x + 2))    \
                              f(F(lround), (x + 2)) f(F(nearbyint), (x)) f(F(nextafter), (x, y))   \
                                  f(F(pow), (x, y)) f(F(powi), (x, 3)) f(F(remainder), (x, y))     \
                                      f(F(rint), (x)) f(F(round), (x)) f(F(scalbln), (x, 2))       \
                                          f(F(scalbn), (x, -2)) f(F(sin), (x)) f(F(sinh), (x))     \
                                              f(F(sqrt), (x)) f(F(tan), (x)) f(F(tanh), (x))       \
                                                  f(F(tgamma), (x)) f(F(trunc), (x))

#define FLOAT(name) __builtin_##name##f
#define DOUBLE(name) __builtin_##name
#define STORE(function, arguments) out[n++] = function arguments;

// In a template the call is only complete when the template is instantiated.
template <class T> __host__ __device__ int compute(T x, T y, T* out);
template <> __host__ __device__ int compute(float x, float y, float* out) {
  int n = 0;
  FUNCTIONS(STORE, FLOAT)
  int exponent, quotient;
  float whole;
  out[n++] = __builtin_frexpf(x * 8, &exponent);
  out[n++] = exponent;
  out[n++] = __builtin_modff(x + 2, &whole);
  out[n++] = whole;
  out[n++] = __builtin_remquof(x, y, &quotient);
  out[n++] = quotient & 7;
  return n;
}
template <> __host__ __device__ int compute(double x, double y, double* out) {
  int n = 0;
  FUNCTIONS(STORE, DOUBLE)
  int exponent, quotient;
  double whole;
  out[n++] = __builtin_frexp(x * 8, &exponent);
  out[n++] = exponent;
  out[n++] = __builtin_modf(x + 2, &whole);
  out[n++] = whole;
  out[n++] = __builtin_remquo(x, y, &quotient);
  out[n++] = quotient & 7;
  return n;
}

constexpr int kMost = 80;

template <class T> __global__ void onDevice(T x, T y, T* out) {
  compute(x, y, out);
}

template <class T> __host__ __device__ T sineOf(T x) {
  return sizeof(T) == sizeof(float) ? __builtin_sinf(x) : __builtin_sin(x);
}
template <class T, class F> __global__ void apply(F function, T* out) {
  out[0] = function(out[0]) + sineOf(out[0]);
}

template <class T> void compare(T x, T y, double tolerance) {
  Buffer<T> out(kMost);
  onDevice<<<1, 1>>>(x, y, out.device());
  out.download();
  T expected[kMost];
  const int count = compute(x, y, expected);
  CHECK(count <= kMost);
  for (int i = 0; i < count; ++i)
    if (!(fabs(out[i] - expected[i]) <= tolerance * fabs(expected[i])))
      EXPECT_EQ_AT(i, out[i], expected[i]);
}

template <class T> void compareLambda(T x, double tolerance) {
  Buffer<T> value(1);
  value[0] = x;
  value.upload();
  apply<<<1, 1>>>([] __device__(T y) { return T(__builtin_exp(y)); }, value.device());
  value.download();
  CHECK(fabs(value[0] - (exp(x) + sin(x))) <= tolerance);
}

int main() {
  compare(0.7f, 0.4f, 4e-6);
  compare(0.7, 0.4, 1e-14);
  compareLambda(0.5f, 1e-6);
  compareLambda(0.5, 1e-14);
  return ok();
}
