// Functions that are exact: rounding to integers, remainders, taking numbers apart.
#ifndef HEDDLE_DEVICE_MATH_ROUNDING_H
#define HEDDLE_DEVICE_MATH_ROUNDING_H

#include "math_base.h"

namespace heddle {
namespace device {

HEDDLE_DEVICE float ceil(float x) {
  return __builtin_ceilf(x);
}
HEDDLE_DEVICE double ceil(double x) {
  return __builtin_ceil(x);
}
// Halves away from zero. The copied sign keeps minus zero.
HEDDLE_DEVICE float round(float x) {
  const float t = trunc(x);
  return copysign(fabs(t) + (fabs(subRounded(x, t)) >= 0.5f ? 1.0f : 0.0f), x);
}
HEDDLE_DEVICE double round(double x) {
  const double t = trunc(x);
  return copysign(fabs(t) + (fabs(subRounded(x, t)) >= 0.5 ? 1.0 : 0.0), x);
}

HEDDLE_DEVICE float fmin(float x, float y) {
  return __builtin_fminf(x, y);
}
HEDDLE_DEVICE double fmin(double x, double y) {
  return __builtin_fmin(x, y);
}
HEDDLE_DEVICE float fmax(float x, float y) {
  return __builtin_fmaxf(x, y);
}
HEDDLE_DEVICE double fmax(double x, double y) {
  return __builtin_fmax(x, y);
}
template <class T> HEDDLE_DEVICE T fdim(T x, T y) {
  return isNan(x) || isNan(y) ? x + y : (x > y ? subRounded(x, y) : (T)0);
}

HEDDLE_DEVICE float frexp(float x, int* exponent) {
  const float a = fabs(x);
  const bool tiny = a < 0x1p-126f;
  const Bits32 bits = bitsOf(tiny ? x * 0x1p24f : x);
  const bool plain = (a > 0.0f) && (a < infinityF());
  *exponent = plain ? (int)((bits >> 23) & 0xffu) - 126 - (tiny ? 24 : 0) : 0;
  return plain ? floatOf((bits & 0x807fffffu) | 0x3f000000u) : x + x;
}
HEDDLE_DEVICE double frexp(double x, int* exponent) {
  const double a = fabs(x);
  const bool tiny = a < 0x1p-1022;
  const Bits64 bits = bitsOf(tiny ? x * 0x1p54 : x);
  const bool plain = (a > 0.0) && (a < infinity());
  *exponent = plain ? (int)((bits >> 52) & 0x7ffu) - 1022 - (tiny ? 54 : 0) : 0;
  return plain ? doubleOf((bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull) : x + x;
}

HEDDLE_DEVICE int clampInt(int n, int bound) {
  return n > bound ? bound : (n < -bound ? -bound : n);
}
// From the normalised mantissa, so that the result is rounded once.
HEDDLE_DEVICE float ldexp(float x, int n) {
  int e;
  const float m = frexp(x, &e);
  return scaleBy(m, clampInt(e + clampInt(n, 1000), 250));
}
HEDDLE_DEVICE double ldexp(double x, int n) {
  int e;
  const double m = frexp(x, &e);
  return scaleBy(m, clampInt(e + clampInt(n, 10000), 2000));
}

// a - n b for 0 <= a, 0 < b, with n = trunc(a / b), and the low bits of n. Each step takes off as
// many binary orders as one exact quotient has room for; most arguments need one.
template <class T> HEDDLE_DEVICE T remainderOf(T a, T b, int room, Bits32& quotient) {
  Bits32 n = 0;
  int orderA, orderB;
  frexp(a, &orderA);
  frexp(b, &orderB);
  while ((orderA - orderB > room) && (a > (T)0)) {
    const int up = orderA - orderB - room;
    const T scaled = ldexp(b, up);
    const T q = trunc(a / scaled);
    const T r = fmadd(-q, scaled, a);
    const bool over = r < (T)0;
    const Bits64 digits = (Bits64)(over ? q - (T)1 : q);
    n += up < 32 ? (Bits32)digits << up : 0u;
    a = over ? r + scaled : r;
    frexp(a, &orderA);
  }
  const T q = trunc(a / b);
  const T r = fmadd(-q, b, a);
  const bool over = r < (T)0;
  quotient = n + (Bits32)(Bits64)(over ? q - (T)1 : q);
  return over ? addRounded(r, b) : r;
}

template <class T> HEDDLE_DEVICE T fmodOf(T x, T y, T inf, T nan, int room) {
  const T a = fabs(x), b = fabs(y);
  const bool ordinary = (a < inf) && (b > (T)0);
  Bits32 n;
  // A quotient below one, and the arguments without a remainder, take the trivial way through.
  const bool trivial = !ordinary || (a < b);
  const T r = remainderOf(trivial ? (T)0 : a, trivial ? (T)1 : b, room, n);
  return ordinary ? copysign(trivial ? a : r, x) : nan;
}
HEDDLE_DEVICE float fmod(float x, float y) {
  return fmodOf(x, y, infinityF(), quietNanF(), 20);
}
HEDDLE_DEVICE double fmod(double x, double y) {
  return fmodOf(x, y, infinity(), quietNan(), 48);
}

template <class T> HEDDLE_DEVICE T remquoOf(T x, T y, int* quotient, T inf, T nan, int room) {
  const T a = fabs(x), b = fabs(y);
  const bool ordinary = (a < inf) && (b > (T)0);
  const bool trivial = !ordinary || (a < b);
  Bits32 n;
  T r = remainderOf(trivial ? (T)0 : a, trivial ? (T)1 : b, room, n);
  r = trivial ? a : r;
  // To the nearest multiple, ties to the even one. b - r is exact where the comparison is close,
  // which half of b is not.
  const T back = subRounded(b, r);
  const bool up = (r > back) || ((r == back) && ((n & 1u) != 0));
  r = up ? subRounded(r, b) : r;
  n += up ? 1u : 0u;
  const int low = (int)(n & 0x7fffffffu);
  *quotient = !ordinary ? 0 : ((x < (T)0) != (y < (T)0) ? -low : low);
  // A zero result has the sign of x.
  return ordinary ? copysign((T)1, x) * r : nan;
}
HEDDLE_DEVICE float remquo(float x, float y, int* quotient) {
  return remquoOf(x, y, quotient, infinityF(), quietNanF(), 20);
}
HEDDLE_DEVICE double remquo(double x, double y, int* quotient) {
  return remquoOf(x, y, quotient, infinity(), quietNan(), 48);
}
template <class T> HEDDLE_DEVICE T remainder(T x, T y) {
  int quotient;
  return remquo(x, y, &quotient);
}

HEDDLE_DEVICE float modf(float x, float* whole) {
  const float t = trunc(x);
  *whole = t;
  return copysign(fabs(x) < infinityF() ? subRounded(x, t) : (isNan(x) ? x : 0.0f), x);
}
HEDDLE_DEVICE double modf(double x, double* whole) {
  const double t = trunc(x);
  *whole = t;
  return copysign(fabs(x) < infinity() ? subRounded(x, t) : (isNan(x) ? x : 0.0), x);
}

HEDDLE_DEVICE int ilogb(float x) {
  int e;
  frexp(x, &e);
  return x == 0.0f ? -2147483647 - 1
                   : (isNan(x) ? -2147483647 - 1 : (fabs(x) < infinityF() ? e - 1 : 2147483647));
}
HEDDLE_DEVICE int ilogb(double x) {
  int e;
  frexp(x, &e);
  return x == 0.0 ? -2147483647 - 1
                  : (isNan(x) ? -2147483647 - 1 : (fabs(x) < infinity() ? e - 1 : 2147483647));
}
HEDDLE_DEVICE float logb(float x) {
  int e;
  frexp(x, &e);
  return x == 0.0f ? -infinityF() : (fabs(x) < infinityF() ? (float)(e - 1) : x * x);
}
HEDDLE_DEVICE double logb(double x) {
  int e;
  frexp(x, &e);
  return x == 0.0 ? -infinity() : (fabs(x) < infinity() ? (double)(e - 1) : x * x);
}

HEDDLE_DEVICE float nextafter(float x, float y) {
  const Bits32 bits = bitsOf(x);
  const bool away = (x < y) == (x > 0.0f);
  const float stepped =
      x == 0.0f ? copysign(leastPositiveF(), y) : flushed(floatOf(away ? bits + 1 : bits - 1));
  return isNan(x) || isNan(y) ? x + y : (x == y ? flushed(y) : stepped);
}
HEDDLE_DEVICE double nextafter(double x, double y) {
  const Bits64 bits = bitsOf(x);
  const bool away = (x < y) == (x > 0.0);
  const double stepped =
      x == 0.0 ? copysign(doubleOf(1ull), y) : doubleOf(away ? bits + 1 : bits - 1);
  return isNan(x) || isNan(y) ? x + y : (x == y ? y : stepped);
}

// The second argument of C's nexttoward is a long double, which is a double on the device.
HEDDLE_DEVICE float nexttoward(float x, double y) {
  const float end = (double)x < y ? infinityF() : -infinityF();
  return isNan(y) ? quietNanF() : ((double)x == y ? (float)y : nextafter(x, end));
}
HEDDLE_DEVICE double nexttoward(double x, double y) {
  return nextafter(x, y);
}

// Flushes subnormals where the compilation says so, and makes signalling NaNs quiet.
HEDDLE_DEVICE float canonicalize(float x) {
  return mulRounded(x, 1.0f);
}
HEDDLE_DEVICE double canonicalize(double x) {
  return mulRounded(x, 1.0);
}

} // namespace device
} // namespace heddle

#endif
