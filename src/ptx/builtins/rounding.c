// Directed rounding, flushing, minimum and maximum, conversions between types of 32 and 64 bits.
#include "builtins.h"

float flush(float) HELPER("ftz.f32");
float flush(float x) {
  uint32_t bits = bitsOf32(x);
  return float32Of((bits & 0x7f800000U) == 0 ? bits & 0x80000000U : bits);
}

// The f32 forms compute the result in double, exactly or rounded to odd, and then round it as
// asked.

INLINE float round32(double x, enum Mode mode) {
  float f = (float)x;
  return neighbour32(f, stepOf(sideOf(x, (double)f), x < 0, mode));
}

// round32 with .ftz: `x` is flushed if it is below the smallest normal number after rounding to the
// digits of a float, without regard to a float's range of exponents.
INLINE float flushed32(double x, enum Mode mode) {
  float f = round32(x, mode);
  double magnitude = __builtin_fabs(x);
  int away = mode == (x < 0 ? RM : RP);
  int small = magnitude < 0x1p-126 && !(away && magnitude > 0x1p-126 - 0x1p-150);
  return small ? float32Of(bitsOf32(f) & 0x80000000U) : f;
}

// a + b, where b is exact in double and a + b may not be. A sum that is exactly zero is -0 when
// rounding down, unless both operands are +0.
INLINE float addRounded32(double a, double b, enum Mode mode, int ftz) {
  double s = a + b;
  double odd = odd64(s, sideOf(sumError(a, b, s), 0.0));
  float f = ftz ? flushed32(odd, mode) : round32(odd, mode);
  int opposite = ((bitsOf64(a) ^ bitsOf64(b)) >> 63) != 0;
  return s == 0 && mode == RM && opposite ? -0.0f : f;
}

#define SINGLE(MODE, mode)                                                                         \
  float add32##MODE(float, float) HELPER("add." mode ".f32");                                      \
  float add32##MODE(float a, float b) {                                                            \
    return addRounded32(a, b, MODE, 0);                                                            \
  }                                                                                                \
  float mul32##MODE(float, float) HELPER("mul." mode ".f32");                                      \
  float mul32##MODE(float a, float b) {                                                            \
    return round32((double)a * (double)b, MODE);                                                   \
  }                                                                                                \
  float fma32##MODE(float, float, float) HELPER("fma." mode ".f32");                               \
  float fma32##MODE(float a, float b, float c) {                                                   \
    return addRounded32((double)a * (double)b, c, MODE, 0);                                        \
  }                                                                                                \
  float div32##MODE(float, float) HELPER("div." mode ".f32");                                      \
  float div32##MODE(float a, float b) {                                                            \
    return round32((double)a / (double)b, MODE);                                                   \
  }                                                                                                \
  float sqrt32##MODE(float) HELPER("sqrt." mode ".f32");                                           \
  float sqrt32##MODE(float a) {                                                                    \
    return round32(__builtin_sqrt((double)a), MODE);                                               \
  }                                                                                                \
  float add32f##MODE(float, float) HELPER("add." mode ".ftz.f32");                                 \
  float add32f##MODE(float a, float b) {                                                           \
    return addRounded32(a, b, MODE, 1);                                                            \
  }                                                                                                \
  float mul32f##MODE(float, float) HELPER("mul." mode ".ftz.f32");                                 \
  float mul32f##MODE(float a, float b) {                                                           \
    return flushed32((double)a * (double)b, MODE);                                                 \
  }                                                                                                \
  float fma32f##MODE(float, float, float) HELPER("fma." mode ".ftz.f32");                          \
  float fma32f##MODE(float a, float b, float c) {                                                  \
    return addRounded32((double)a * (double)b, c, MODE, 1);                                        \
  }                                                                                                \
  float div32f##MODE(float, float) HELPER("div." mode ".ftz.f32");                                 \
  float div32f##MODE(float a, float b) {                                                           \
    return flushed32((double)a / (double)b, MODE);                                                 \
  }                                                                                                \
  float sqrt32f##MODE(float) HELPER("sqrt." mode ".ftz.f32");                                      \
  float sqrt32f##MODE(float a) {                                                                   \
    return round32(__builtin_sqrt((double)a), MODE);                                               \
  }                                                                                                \
  float cvt32##MODE(double) HELPER("cvt." mode ".f32.f64");                                        \
  float cvt32##MODE(double x) {                                                                    \
    return round32(x, MODE);                                                                       \
  }
// Rounding to nearest: computes the product 2^48 times as large, where it cannot be subnormal.
float mulFlushed(float, float) HELPER("mul.ftz.f32");
float mulFlushed(float a, float b) {
  float product = a * b;
  float scaled = a * 0x1p48f * b;
  return __builtin_fabsf(scaled) < 0x1p-78f ? float32Of(bitsOf32(product) & 0x80000000U) : product;
}

SINGLE(RZ, "rz")
SINGLE(RM, "rm")
SINGLE(RP, "rp")

// The f64 forms compute on mantissas in [1, 2) with separate exponents, so that no error term
// underflows.

INLINE double power2(int exponent) {
  return float64Of((uint64_t)(exponent + 1023) << 52);
}

struct Parts {
  double mantissa; // in [1, 2) with the sign of x
  int exponent;
};
// x must be finite and not zero.
INLINE struct Parts partsOf(double x) {
  int subnormal = (bitsOf64(x) & 0x7ff0000000000000U) == 0;
  uint64_t bits = bitsOf64(subnormal ? x * 0x1p64 : x);
  struct Parts parts;
  parts.exponent = (int)(bits >> 52 & 0x7ff) - 1023 - (subnormal ? 64 : 0);
  parts.mantissa = float64Of((bits & 0x800fffffffffffffU) | 0x3ff0000000000000U);
  return parts;
}
INLINE int isPlain(double x) {
  return x == x && x - x == 0 && x != 0; // neither NaN, infinite nor zero
}

// The value that lies on `side` of r, times 2^exponent, rounded once.
INLINE double finish(double r, int side, int exponent, enum Mode mode) {
  exponent = exponent < -1300 ? -1300 : exponent > 1300 ? 1300 : exponent;
  int half = exponent / 2, rest = exponent - half;
  double f = r * power2(half) * power2(rest);
  int infinite = f - f != 0;
  double back = f * power2(-half) * power2(-rest);
  int scaledSide = sideOf(r, back);
  side = infinite ? (r < 0) - (r > 0) : scaledSide != 0 ? scaledSide : side;
  return neighbour64(f, stepOf(side, r < 0, mode));
}

// Gives an operand's NaN, made quiet, with its payload; among several, the one that a GPU chooses.
INLINE double nanOr(double x, double otherwise) {
  return x != x ? x + x : otherwise;
}
INLINE double defaultNan(double x) {
  return x != x ? float64Of(0xfff8000000000000U) : x;
}

INLINE double add64(double a, double b, enum Mode mode) {
  double s = a + b;
  double error = sumError(a, b, s);
  int overflow = s - s != 0 && a - a == 0 && b - b == 0;
  int side = overflow ? (s < 0) - (s > 0) : sideOf(error, 0.0);
  int opposite = ((bitsOf64(a) ^ bitsOf64(b)) >> 63) != 0;
  double f = neighbour64(s, stepOf(side, s < 0, mode));
  f = s == 0 && mode == RM && opposite ? -0.0 : f;
  return nanOr(b, nanOr(a, defaultNan(f)));
}

INLINE double mul64(double a, double b, enum Mode mode) {
  int plain = isPlain(a) && isPlain(b);
  struct Parts x = partsOf(plain ? a : 1.0), y = partsOf(plain ? b : 1.0);
  double r = x.mantissa * y.mantissa;
  double error = __builtin_fma(x.mantissa, y.mantissa, -r);
  double f = finish(r, sideOf(error, 0.0), x.exponent + y.exponent, mode);
  return plain ? f : nanOr(b, nanOr(a, defaultNan(a * b)));
}

INLINE double div64(double a, double b, enum Mode mode) {
  int plain = isPlain(a) && isPlain(b);
  struct Parts x = partsOf(plain ? a : 1.0), y = partsOf(plain ? b : 1.0);
  double r = x.mantissa / y.mantissa;
  double remainder = __builtin_fma(-r, y.mantissa, x.mantissa);
  int side = y.mantissa < 0 ? -sideOf(remainder, 0.0) : sideOf(remainder, 0.0);
  double f = finish(r, side, x.exponent - y.exponent, mode);
  return plain ? f : nanOr(a, nanOr(b, defaultNan(a / b)));
}

INLINE double sqrt64(double a, enum Mode mode) {
  int plain = isPlain(a) && a > 0;
  struct Parts x = partsOf(plain ? a : 1.0);
  int isOdd = x.exponent & 1;
  double m = isOdd ? 2 * x.mantissa : x.mantissa;
  double r = __builtin_sqrt(m);
  double remainder = __builtin_fma(-r, r, m);
  double f = finish(r, sideOf(remainder, 0.0), (x.exponent - isOdd) / 2, mode);
  return plain ? f : nanOr(a, defaultNan(__builtin_sqrt(a)));
}

INLINE double fma64(double a, double b, double c, enum Mode mode) {
  int product = isPlain(a) && isPlain(b);
  int plain = product && (isPlain(c) || c == 0);
  struct Parts x = partsOf(product ? a : 1.0), y = partsOf(product ? b : 1.0);
  struct Parts z = partsOf(isPlain(c) ? c : 1.0);
  int productExponent = x.exponent + y.exponent;
  int exponent = c != 0 && z.exponent > productExponent ? z.exponent : productExponent;
  // Of a term far below the other one, only the sign matters.
  int low = productExponent - exponent, lowC = z.exponent - exponent;
  double u = x.mantissa * power2(low < -400 ? -400 : low), v = y.mantissa;
  double w = c == 0 ? 0.0 : z.mantissa * power2(lowC < -400 ? -400 : lowC);
  // The error of an fma as a sum of two doubles (Boldo and Muller).
  double r = __builtin_fma(u, v, w);
  double p = u * v, pLow = __builtin_fma(u, v, -p);
  double alpha = w + pLow, alphaLow = sumError(w, pLow, alpha);
  double beta = p + alpha, betaLow = sumError(p, alpha, beta);
  double gamma = (beta - r) + betaLow;
  double error = gamma + alphaLow;
  double f = finish(r, sideOf(error, 0.0), exponent, mode);
  f = r == 0 ? (mode == RM ? -0.0 : 0.0) : f;
  double direct = __builtin_fma(a, b, c);
  int opposite = ((bitsOf64(a) ^ bitsOf64(b) ^ bitsOf64(c)) >> 63) != 0;
  direct = !product && direct == 0 && mode == RM && opposite ? -0.0 : direct;
  return plain ? f : nanOr(b, nanOr(c, nanOr(a, defaultNan(direct))));
}

#define DOUBLE(MODE, mode)                                                                         \
  double add64##MODE(double, double) HELPER("add." mode ".f64");                                   \
  double add64##MODE(double a, double b) {                                                         \
    return add64(a, b, MODE);                                                                      \
  }                                                                                                \
  double mul64##MODE(double, double) HELPER("mul." mode ".f64");                                   \
  double mul64##MODE(double a, double b) {                                                         \
    return mul64(a, b, MODE);                                                                      \
  }                                                                                                \
  double fma64##MODE(double, double, double) HELPER("fma." mode ".f64");                           \
  double fma64##MODE(double a, double b, double c) {                                               \
    return fma64(a, b, c, MODE);                                                                   \
  }                                                                                                \
  double div64##MODE(double, double) HELPER("div." mode ".f64");                                   \
  double div64##MODE(double a, double b) {                                                         \
    return div64(a, b, MODE);                                                                      \
  }                                                                                                \
  double sqrt64##MODE(double) HELPER("sqrt." mode ".f64");                                         \
  double sqrt64##MODE(double a) {                                                                  \
    return sqrt64(a, MODE);                                                                        \
  }
DOUBLE(RZ, "rz")
DOUBLE(RM, "rm")
DOUBLE(RP, "rp")

// Conversions of 64-bit integers go by the two halves of the integer, which are exact in double.

struct Sum {
  double nearest;
  double error;
};
INLINE struct Sum sumOfHalves(double high, uint64_t x) {
  double a = high * 0x1p32, b = (double)(uint32_t)x;
  struct Sum sum = {a + b, 0};
  sum.error = sumError(a, b, sum.nearest);
  return sum;
}
INLINE struct Sum sumOfSigned(int64_t x) {
  return sumOfHalves((double)(int32_t)(x >> 32), (uint64_t)x);
}
INLINE struct Sum sumOfUnsigned(uint64_t x) {
  return sumOfHalves((double)(uint32_t)(x >> 32), x);
}
INLINE double oddSum(struct Sum sum) {
  return odd64(sum.nearest, sideOf(sum.error, 0.0));
}
INLINE double roundSum(struct Sum sum, enum Mode mode) {
  return neighbour64(sum.nearest, stepOf(sideOf(sum.error, 0.0), sum.nearest < 0, mode));
}

double oddOfSigned(int64_t) HELPER("odd.f64.s64");
double oddOfSigned(int64_t x) {
  return oddSum(sumOfSigned(x));
}
double oddOfUnsigned(uint64_t) HELPER("odd.f64.u64");
double oddOfUnsigned(uint64_t x) {
  return oddSum(sumOfUnsigned(x));
}

#define INTEGERS(MODE, mode)                                                                       \
  float s64to32##MODE(int64_t) HELPER("cvt." mode ".f32.s64");                                     \
  float s64to32##MODE(int64_t x) {                                                                 \
    return round32(oddSum(sumOfSigned(x)), MODE);                                                  \
  }                                                                                                \
  float u64to32##MODE(uint64_t) HELPER("cvt." mode ".f32.u64");                                    \
  float u64to32##MODE(uint64_t x) {                                                                \
    return round32(oddSum(sumOfUnsigned(x)), MODE);                                                \
  }                                                                                                \
  double s64to64##MODE(int64_t) HELPER("cvt." mode ".f64.s64");                                    \
  double s64to64##MODE(int64_t x) {                                                                \
    return roundSum(sumOfSigned(x), MODE);                                                         \
  }                                                                                                \
  double u64to64##MODE(uint64_t) HELPER("cvt." mode ".f64.u64");                                   \
  double u64to64##MODE(uint64_t x) {                                                               \
    return roundSum(sumOfUnsigned(x), MODE);                                                       \
  }
INTEGERS(RZ, "rz")
INTEGERS(RM, "rm")
INTEGERS(RP, "rp")

// For minimum and maximum, -0 is less than +0. With one NaN the other operand is the result, and
// with two it is PTX's NaN.

#define ONE_NAN(b) float32Of(0x7fffffffU)
#define SECOND_NAN(b) ((b) + (b))
#define EXTREMES(T, suffix, bitsOf, valueOf, NAN_OF)                                               \
  T min##suffix(T, T) HELPER("min." #suffix);                                                      \
  T min##suffix(T a, T b) {                                                                        \
    T smaller = a < b ? a : b;                                                                     \
    T other = b < a ? b : a;                                                                       \
    T both = valueOf(bitsOf(smaller) | bitsOf(other)); /* equal: only zeros differ, in sign */     \
    T r = a != a ? b : b != b ? a : both;                                                          \
    return r != r ? NAN_OF(b) : r;                                                                 \
  }                                                                                                \
  T max##suffix(T, T) HELPER("max." #suffix);                                                      \
  T max##suffix(T a, T b) {                                                                        \
    T larger = a > b ? a : b;                                                                      \
    T other = b > a ? b : a;                                                                       \
    T both = valueOf(bitsOf(larger) & bitsOf(other));                                              \
    T r = a != a ? b : b != b ? a : both;                                                          \
    return r != r ? NAN_OF(b) : r;                                                                 \
  }                                                                                                \
  T minnan##suffix(T, T) HELPER("minnan." #suffix);                                                \
  T minnan##suffix(T a, T b) {                                                                     \
    T smaller = a < b ? a : b;                                                                     \
    T other = b < a ? b : a;                                                                       \
    T both = valueOf(bitsOf(smaller) | bitsOf(other));                                             \
    return a != a || b != b ? NAN_OF(b) : both;                                                    \
  }                                                                                                \
  T maxnan##suffix(T, T) HELPER("maxnan." #suffix);                                                \
  T maxnan##suffix(T a, T b) {                                                                     \
    T larger = a > b ? a : b;                                                                      \
    T other = b > a ? b : a;                                                                       \
    T both = valueOf(bitsOf(larger) & bitsOf(other));                                              \
    return a != a || b != b ? NAN_OF(b) : both;                                                    \
  }
EXTREMES(float, f32, bitsOf32, float32Of, ONE_NAN)
EXTREMES(double, f64, bitsOf64, float64Of, SECOND_NAN)

// fns finds the n-th set bit from a base position, upwards or downwards.
uint32_t findNthSet(uint32_t, uint32_t, uint32_t) HELPER("fns.b32");
uint32_t findNthSet(uint32_t mask, uint32_t base, uint32_t offset) {
  int32_t n = (int32_t)offset;
  uint32_t found = 0xffffffffU;
  if (n == INT32_MIN) // PTX does not define this; GPUs give zero
    return 0;
  if (base > 31)
    return found;
  if (n == 0)
    return (mask >> base & 1) != 0 ? base : found;
  int32_t left = n < 0 ? -n : n;
  int32_t at = (int32_t)base;
  for (int i = 0; i < 32; ++i, at += n < 0 ? -1 : 1) {
    int inside = at >= 0 && at < 32;
    left -= inside && (mask >> (at & 31) & 1) != 0;
    found = left == 0 && inside && found == 0xffffffffU ? (uint32_t)at : found;
  }
  return found;
}
