// pow, roots and norms.
#ifndef HEDDLE_DEVICE_MATH_POWER_H
#define HEDDLE_DEVICE_MATH_POWER_H

#include "math_exponential.h"
#include "math_logarithm.h"

namespace heddle {
namespace device {

// log(x) to about 2^-68, x positive and finite: s = (m - 1) / (m + 1), log m = 2 atanh s.
HEDDLE_DEVICE Pair logPair(double x) {
  int k;
  const double m = splitBinary(x, k);
  const double numerator = m - 1.0;
  const Pair denominator = sum(m, 1.0);
  const double inverse = 1.0 / denominator.high;
  Pair s;
  s.high = mulRounded(numerator, inverse);
  s.low = fmadd(-s.high, denominator.low, fmadd(-s.high, denominator.high, numerator)) * inverse;
  const Pair square = product(s.high, s.high);
  const Pair z = pairOf(square.high, fmadd(2.0 * s.high, s.low, square.low));
  const Pair fifth = sumOrdered(0x1.999999999999ap-2, mulRounded(z.high, polyLogTail(z.high)));
  const Pair third = sumOrdered(pairOf(0x1.5555555555555p-1, 0x1.5555555555555p-55),
                                product(z, pairOf(fifth.high, fifth.low - 0x1.999999999999ap-56)));
  const Pair whole = sumOrdered(pairOf(2.0, 0.0), product(z, third));
  const double e = (double)k;
  const Pair binary = product(e, 0x1.62e42fefa39efp-1);
  return sumOrdered(pairOf(binary.high, fmadd(e, 0x1.abc9e3b39803fp-56, binary.low)),
                    product(s, whole));
}

// What IEEE 754 says about pow at zeros, infinities, NaN and negative bases; `magnitude` is
// |x|^y where that is an ordinary number.
// The conditions are joined without short circuits, which would become branches.
template <class T> HEDDLE_DEVICE T powSpecials(T x, T y, T magnitude, T ax, T inf, T nan) {
  const T ay = fabs(y);
  const T halfY = y * (T)0.5;
  const bool integer = trunc(y) == y;
  const bool odd = integer & (trunc(halfY) != halfY) & (ay < inf);
  const bool rising = (ax > (T)1) == (y > (T)0);
  const bool extreme = (ax == (T)0) | (ax == inf) | (ay == inf);
  const bool outside = (x < (T)0) & !integer & (ax < inf);
  const bool undefined = (x != x) | (y != y);
  const bool one = (y == (T)0) | (x == (T)1) | ((ax == (T)1) & (ay == inf));
  const T limit = rising ? inf : (T)0;
  T result = extreme ? limit : magnitude;
  // The sign bit, not x < 0: minus zero counts.
  const T signedResult = copysign(result, x);
  result = odd ? signedResult : result;
  result = (outside | undefined) ? nan : result;
  return one ? (T)1 : result;
}

HEDDLE_DEVICE double pow(double x, double y) {
  const double ax = fabs(x);
  const Pair l = logPair(ax);
  const Pair p = product(l.high, y);
  const double magnitude = expOfSum(p.high, fmadd(l.low, y, p.low));
  return powSpecials(x, y, magnitude, ax, infinity(), quietNan());
}

// Through double, which has the digits to spare that the exponent eats up.
HEDDLE_DEVICE float pow(float x, float y) {
  const float ax = fabs(x);
  int k;
  const double m = splitBinary((double)ax, k);
  const double s = (m - 1.0) / (m + 1.0);
  const double z = s * s;
  const double l = fmadd((double)k, 0x1.62e42fefa39efp-1, fmadd(s * z, polyLogShort(z), s + s));
  const double e = clampTo(l * (double)y, -110.0, 90.0);
  int n;
  const double r = fmadd(roundProduct(e, 0x1.71547652b82fep+0, n), -0x1.62e42fefa39efp-1, e);
  const double magnitude = fmadd(r, polyExpShort(r), 1.0) * pow2(n);
  return powSpecials(x, y, (float)magnitude, ax, infinityF(), quietNanF());
}

// One instruction, as a GPU has it. The compiler knows by itself when it flushes to zero, but not
// for this instruction.
HEDDLE_DEVICE float rsqrt(float x) {
#ifdef __CUDA_ARCH__
  return __nvvm_reflect("__CUDA_FTZ") ? __nvvm_rsqrt_approx_ftz_f(x) : __nvvm_rsqrt_approx_f(x);
#else
  return 1.0f / sqrt(x);
#endif
}
HEDDLE_DEVICE double rsqrt(double x) {
  return 1.0 / sqrt(x);
}

// Newton's iteration of third order for x^(-1/3), from a guess that divides the exponent by three;
// then y = x r^2 with one correction from the exact residue x - y^3.
HEDDLE_DEVICE float cbrt(float x) {
  const float ax = fabs(x);
  const bool tiny = ax < 0x1p-100f;
  const float up = ax * 0x1p48f;
  const float a = tiny ? up : ax;
  float r = floatOf(0x54a1f481u - bitsOf(a) / 3u);
  float h = fmadd(-a * r, r * r, 1.0f);
  r = fmadd(r * h, fmadd(h, fmadd(h, 0x1.61f9aep-3f, 0x1.c71c72p-3f), 0x1.555556p-2f), r);
  h = fmadd(-a * r, r * r, 1.0f);
  r = fmadd(r * h, fmadd(h, 0x1.c71c72p-3f, 0x1.555556p-2f), r);
  float y = a * r * r;
  const float y2 = mulRounded(y, y);
  const float y2Low = fmadd(y, y, -y2);
  const float residue = fmadd(-y2, y, a) - y2Low * y;
  y = fmadd(residue * 0x1.555556p-2f, r * r, y);
  y = copysign(y * (tiny ? 0x1p-16f : 1.0f), x);
  return (ax > 0.0f) && (ax < infinityF()) ? y : flushed(x);
}
HEDDLE_DEVICE double cbrt(double x) {
  const double ax = fabs(x);
  const bool tiny = ax < 0x1p-1000;
  const double up = ax * 0x1p120;
  const double a = tiny ? up : ax;
  double r = doubleOf(0x553ee93ad9ddd796ull - bitsOf(a) / 3u);
  double h = fmadd(-a * r, r * r, 1.0);
  r = fmadd(r * h,
            fmadd(h, fmadd(h, 0x1.61f9add3c0ca4p-3, 0x1.c71c71c71c71cp-3), 0x1.5555555555555p-2),
            r);
  h = fmadd(-a * r, r * r, 1.0);
  r = fmadd(r * h,
            fmadd(h, fmadd(h, 0x1.61f9add3c0ca4p-3, 0x1.c71c71c71c71cp-3), 0x1.5555555555555p-2),
            r);
  h = fmadd(-a * r, r * r, 1.0);
  r = fmadd(r * h, 0x1.5555555555555p-2, r);
  double y = a * r * r;
  const double y2 = mulRounded(y, y);
  const double y2Low = fmadd(y, y, -y2);
  const double residue = fmadd(-y2, y, a) - y2Low * y;
  y = fmadd(residue * 0x1.5555555555555p-2, r * r, y);
  y = copysign(y * (tiny ? 0x1p-40 : 1.0), x);
  return (ax > 0.0) && (ax < infinity()) ? y : x;
}
HEDDLE_DEVICE float rcbrt(float x) {
  return 1.0f / cbrt(x);
}
HEDDLE_DEVICE double rcbrt(double x) {
  return 1.0 / cbrt(x);
}

// The power of two that brings the largest component near one.
HEDDLE_DEVICE int normExponent(float largest) {
  const int e = (int)(bitsOf(largest) >> 23) - 127;
  return e < -120 ? -120 : (e > 120 ? 120 : e);
}
HEDDLE_DEVICE int normExponent(double largest) {
  const int e = (int)(bitsOf(largest) >> 52) - 1023;
  return e < -1000 ? -1000 : (e > 1000 ? 1000 : e);
}
HEDDLE_DEVICE float larger(float a, float b) {
  return a > b ? a : b;
}
HEDDLE_DEVICE double larger(double a, double b) {
  return a > b ? a : b;
}

HEDDLE_DEVICE float norm4d(float a, float b, float c, float d) {
  a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
  const float inf = infinityF();
  const bool infinite = (a == inf) || (b == inf) || (c == inf) || (d == inf);
  const float largest = larger(larger(a, b), larger(c, d));
  const int e = normExponent(largest);
  const float down = pow2F(-e);
  a *= down, b *= down, c *= down, d *= down;
  const float result = sqrt(fmadd(a, a, fmadd(b, b, fmadd(c, c, d * d)))) * pow2F(e);
  return infinite ? inf : result;
}
HEDDLE_DEVICE double norm4d(double a, double b, double c, double d) {
  a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
  const double inf = infinity();
  const bool infinite = (a == inf) || (b == inf) || (c == inf) || (d == inf);
  const double largest = larger(larger(a, b), larger(c, d));
  const int e = normExponent(largest);
  const double down = pow2(-e);
  a *= down, b *= down, c *= down, d *= down;
  const double result = sqrt(fmadd(a, a, fmadd(b, b, fmadd(c, c, d * d)))) * pow2(e);
  return infinite ? inf : result;
}
HEDDLE_DEVICE float hypot(float a, float b) {
  a = fabs(a), b = fabs(b);
  const float inf = infinityF();
  const float large = a > b ? a : b, small = a > b ? b : a;
  const int e = normExponent(large);
  const float down = pow2F(-e);
  const float x = large * down, y = small * down;
  const float result = sqrt(fmadd(x, x, y * y)) * pow2F(e);
  return (a == inf) || (b == inf) ? inf : result;
}
HEDDLE_DEVICE double hypot(double a, double b) {
  a = fabs(a), b = fabs(b);
  const double inf = infinity();
  const double large = a > b ? a : b, small = a > b ? b : a;
  const int e = normExponent(large);
  const double down = pow2(-e);
  const double x = large * down, y = small * down;
  const double result = sqrt(fmadd(x, x, y * y)) * pow2(e);
  return (a == inf) || (b == inf) ? inf : result;
}
template <class T> HEDDLE_DEVICE T norm3d(T a, T b, T c) {
  return norm4d(a, b, c, (T)0);
}
// Scaled after the division: the norm itself may be too large for a float.
HEDDLE_DEVICE float rnorm4d(float a, float b, float c, float d) {
  a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
  const float inf = infinityF();
  const bool infinite = (a == inf) || (b == inf) || (c == inf) || (d == inf);
  const float largest = larger(larger(a, b), larger(c, d));
  const float down = pow2F(-normExponent(largest));
  a *= down, b *= down, c *= down, d *= down;
  const float result = 1.0f / sqrt(fmadd(a, a, fmadd(b, b, fmadd(c, c, d * d)))) * down;
  return infinite ? 0.0f : result;
}
// Divided by the root of the pair that the sum of squares is, so that there is one rounding.
HEDDLE_DEVICE double rnorm4d(double a, double b, double c, double d) {
  a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
  const double inf = infinity();
  const bool infinite = (a == inf) || (b == inf) || (c == inf) || (d == inf);
  const double largest = larger(larger(a, b), larger(c, d));
  const int e = normExponent(largest);
  const double down = pow2(-e);
  a *= down, b *= down, c *= down, d *= down;
  const Pair squares[4] = {product(a, a), product(b, b), product(c, c), product(d, d)};
  Pair total = squares[0];
  for (int i = 1; i < 4; ++i) {
    const Pair next = sum(total.high, squares[i].high);
    total = sumOrdered(next.high, next.low + (total.low + squares[i].low));
  }
  const double root = sqrt(total.high);
  const double value = 1.0 / root;
  // What root and quotient have lost.
  const double rootError = fmadd(-root, root, total.high) + total.low;
  const double error = fmadd(-root, value, 1.0);
  const double corrected = fmadd(value, fmadd(-0.5 * rootError * value, value, error), value);
  const double result = (largest > 0.0 && largest < inf ? corrected : value) * down;
  return infinite ? 0.0 : result;
}
template <class T> HEDDLE_DEVICE T rnorm3d(T a, T b, T c) {
  return rnorm4d(a, b, c, (T)0);
}
HEDDLE_DEVICE float rhypot(float a, float b) {
  return rnorm4d(a, b, 0.0f, 0.0f);
}
HEDDLE_DEVICE double rhypot(double a, double b) {
  return rnorm4d(a, b, 0.0, 0.0);
}
template <class T> HEDDLE_DEVICE T norm(int count, const T* values) {
  T largest = (T)0;
  for (int i = 0; i < count; ++i)
    largest = larger(fabs(values[i]), largest);
  const int e = normExponent(largest);
  T sumOfSquares = (T)0;
  for (int i = 0; i < count; ++i) {
    const T v = scaleBy(values[i], -e);
    sumOfSquares = fmadd(v, v, sumOfSquares);
  }
  return scaleBy(sqrt(sumOfSquares), e);
}
template <class T> HEDDLE_DEVICE T rnorm(int count, const T* values) {
  return (T)1 / norm(count, values);
}

// What compilers make of a power with an integer exponent: products of squares.
template <class T> HEDDLE_DEVICE T integerPower(T x, int n) {
  T result = (T)1;
  for (unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n; left != 0; left >>= 1) {
    result = left & 1 ? result * x : result;
    x *= x;
  }
  return n < 0 ? (T)1 / result : result;
}
HEDDLE_DEVICE float powi(float x, int n) {
  return integerPower(x, n);
}
HEDDLE_DEVICE double powi(double x, int n) {
  return integerPower(x, n);
}

} // namespace device
} // namespace heddle

#endif
