// The device math library: CUDA's mathematical functions in CUDA C++, for float and double.
//
// Device code is vectorised across threads, so the main path of every function is straight-line
// code: selects instead of branches, polynomials instead of tables; a rare case may stand behind
// one `if`. The compiler makes a select of `c ? a : b` only when both are at hand, so they are
// computed before. The functions are also plain C++, so that the host can run the same code: for
// the CUDA functions that the host's C library lacks, and for the accuracy tests.
//
// The compiler contracts a * b + c into a multiply-add in device code, also where the product is a
// function's argument, which then is another number in the sum than elsewhere. Where that matters
// (rounding, remainders, error-free transformations), mulRounded, addRounded and subRounded are not
// contracted; elsewhere contraction does no harm.
#ifndef HEDDLE_DEVICE_MATH_BASE_H
#define HEDDLE_DEVICE_MATH_BASE_H

#if defined(__CUDA__) || defined(__CUDACC__)
#define HEDDLE_DEVICE static __inline__ __attribute__((always_inline, unused, host, device))
#define HEDDLE_DEVICE_SLOW_PATH static __attribute__((noinline, unused, host, device))
#else
#define HEDDLE_DEVICE static inline __attribute__((always_inline, unused))
#define HEDDLE_DEVICE_SLOW_PATH static __attribute__((noinline, unused))
#endif

namespace heddle {
namespace device {

typedef unsigned int Bits32;
typedef unsigned long long Bits64;

HEDDLE_DEVICE Bits32 bitsOf(float x) {
  return __builtin_bit_cast(Bits32, x);
}
HEDDLE_DEVICE Bits64 bitsOf(double x) {
  return __builtin_bit_cast(Bits64, x);
}
HEDDLE_DEVICE float floatOf(Bits32 bits) {
  return __builtin_bit_cast(float, bits);
}
HEDDLE_DEVICE double doubleOf(Bits64 bits) {
  return __builtin_bit_cast(double, bits);
}

HEDDLE_DEVICE float infinityF() {
  return floatOf(0x7f800000u);
}
HEDDLE_DEVICE double infinity() {
  return doubleOf(0x7ff0000000000000ull);
}
HEDDLE_DEVICE float quietNanF() {
  return floatOf(0x7fffffffu);
}
HEDDLE_DEVICE double quietNan() {
  return doubleOf(0x7fffffffffffffffull);
}

HEDDLE_DEVICE float fmadd(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
HEDDLE_DEVICE double fmadd(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

#if defined(__CUDA_ARCH__)
// The compiler flushes subnormals in its own operations, but not in these, where -ftz=true asks for
// it.
HEDDLE_DEVICE float mulRounded(float a, float b) {
  return __nvvm_reflect("__CUDA_FTZ") ? __nvvm_mul_rn_ftz_f(a, b) : __nvvm_mul_rn_f(a, b);
}
HEDDLE_DEVICE double mulRounded(double a, double b) {
  return __nvvm_mul_rn_d(a, b);
}
HEDDLE_DEVICE float addRounded(float a, float b) {
  return __nvvm_reflect("__CUDA_FTZ") ? __nvvm_add_rn_ftz_f(a, b) : __nvvm_add_rn_f(a, b);
}
HEDDLE_DEVICE double addRounded(double a, double b) {
  return __nvvm_add_rn_d(a, b);
}
#else
HEDDLE_DEVICE float mulRounded(float a, float b) {
  return a * b;
}
HEDDLE_DEVICE double mulRounded(double a, double b) {
  return a * b;
}
HEDDLE_DEVICE float addRounded(float a, float b) {
  return a + b;
}
HEDDLE_DEVICE double addRounded(double a, double b) {
  return a + b;
}
#endif
// With -ftz=true a subnormal result of a float function is zero, and the least positive one is the
// least normal number, as on a GPU.
HEDDLE_DEVICE float flushed(float x) {
#if defined(__CUDA_ARCH__)
  return __nvvm_reflect("__CUDA_FTZ") ? __nvvm_mul_rn_ftz_f(x, 1.0f) : x;
#else
  return x;
#endif
}
HEDDLE_DEVICE float leastPositiveF() {
#if defined(__CUDA_ARCH__)
  return __nvvm_reflect("__CUDA_FTZ") ? 0x1p-126f : 0x1p-149f;
#else
  return 0x1p-149f;
#endif
}
template <class T> HEDDLE_DEVICE T subRounded(T a, T b) {
  return addRounded(a, -b);
}

HEDDLE_DEVICE float fabs(float x) {
  return __builtin_fabsf(x);
}
HEDDLE_DEVICE double fabs(double x) {
  return __builtin_fabs(x);
}
HEDDLE_DEVICE float sqrt(float x) {
  return __builtin_sqrtf(x);
}
HEDDLE_DEVICE double sqrt(double x) {
  return __builtin_sqrt(x);
}
HEDDLE_DEVICE float trunc(float x) {
  return __builtin_truncf(x);
}
HEDDLE_DEVICE double trunc(double x) {
  return __builtin_trunc(x);
}
HEDDLE_DEVICE float floor(float x) {
  return __builtin_floorf(x);
}
HEDDLE_DEVICE double floor(double x) {
  return __builtin_floor(x);
}
HEDDLE_DEVICE float rint(float x) {
  return __builtin_rintf(x);
}
HEDDLE_DEVICE double rint(double x) {
  return __builtin_rint(x);
}
HEDDLE_DEVICE float copysign(float x, float y) {
  return floatOf((bitsOf(x) & 0x7fffffffu) | (bitsOf(y) & 0x80000000u));
}
HEDDLE_DEVICE double copysign(double x, double y) {
  return doubleOf((bitsOf(x) & 0x7fffffffffffffffull) | (bitsOf(y) & 0x8000000000000000ull));
}
HEDDLE_DEVICE bool isNan(float x) {
  return x != x;
}
HEDDLE_DEVICE bool isNan(double x) {
  return x != x;
}

// 2^n for n in the range of normal exponents.
HEDDLE_DEVICE float pow2F(int n) {
  return floatOf((Bits32)(n + 127) << 23);
}
HEDDLE_DEVICE double pow2(int n) {
  return doubleOf((Bits64)(n + 1023) << 52);
}
// x * 2^n in two factors, so that a result below the normal range is rounded once; n within twice
// the exponent range.
HEDDLE_DEVICE float scaleBy(float x, int n) {
  const int half = n >> 1;
  return x * pow2F(half) * pow2F(n - half);
}
HEDDLE_DEVICE double scaleBy(double x, int n) {
  const int half = n >> 1;
  return x * pow2(half) * pow2(n - half);
}

// Rounding to an integer by adding 1.5 * 2^(precision-1): the sum's low bits are the integer, which
// saves the conversion. Takes |x * factor| below 2^22 (2^31 for double).
HEDDLE_DEVICE float roundProduct(float x, float factor, int& n) {
  const float shifted = fmadd(x, factor, 12582912.0f);
  n = (int)(bitsOf(shifted) - 0x4b400000u);
  return shifted - 12582912.0f;
}
HEDDLE_DEVICE double roundProduct(double x, double factor, int& n) {
  const double shifted = fmadd(x, factor, 6755399441055744.0);
  n = (int)(Bits32)bitsOf(shifted);
  return shifted - 6755399441055744.0;
}

// NaN passes through, unlike with fmin and fmax.
HEDDLE_DEVICE float clampTo(float x, float low, float high) {
  x = x > high ? high : x;
  return x < low ? low : x;
}
HEDDLE_DEVICE double clampTo(double x, double low, double high) {
  x = x > high ? high : x;
  return x < low ? low : x;
}

// An unevaluated sum of two doubles, high the nearer.
struct Pair {
  double high, low;
};
HEDDLE_DEVICE Pair pairOf(double high, double low) {
  Pair p;
  p.high = high;
  p.low = low;
  return p;
}
// Exact sum, |a| >= |b|.
HEDDLE_DEVICE Pair sumOrdered(double a, double b) {
  const double s = addRounded(a, b);
  return pairOf(s, subRounded(b, subRounded(s, a)));
}
HEDDLE_DEVICE Pair sum(double a, double b) {
  const double s = addRounded(a, b);
  const double t = subRounded(s, a);
  return pairOf(s, subRounded(a, subRounded(s, t)) + subRounded(b, t));
}
HEDDLE_DEVICE Pair product(double a, double b) {
  const double p = mulRounded(a, b);
  return pairOf(p, fmadd(a, b, -p));
}
HEDDLE_DEVICE Pair product(Pair a, Pair b) {
  const Pair p = product(a.high, b.high);
  return sumOrdered(p.high, fmadd(a.high, b.low, fmadd(a.low, b.high, p.low)));
}
// |a| >= |b|
HEDDLE_DEVICE Pair sumOrdered(Pair a, Pair b) {
  const Pair s = sumOrdered(a.high, b.high);
  return sumOrdered(s.high, s.low + (a.low + b.low));
}

} // namespace device
} // namespace heddle

#endif
