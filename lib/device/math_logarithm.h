// log, log2, log10, log1p: x = 2^k m with m from 1/sqrt2 to sqrt2, polynomial in m.
#ifndef HEDDLE_DEVICE_MATH_LOGARITHM_H
#define HEDDLE_DEVICE_MATH_LOGARITHM_H

#include "math_base.h"
#include "math_polynomials.h"

namespace heddle {
namespace device {

// k and m of a positive finite x.
HEDDLE_DEVICE float splitBinary(float x, int& k) {
  const bool tiny = x < 0x1p-126f;
  const float up = x * 0x1p24f;
  const Bits32 bits = bitsOf(tiny ? up : x) - 0x3f3504f3u;
  k = ((int)bits >> 23) - (tiny ? 24 : 0);
  return floatOf((bits & 0x7fffffu) + 0x3f3504f3u);
}
HEDDLE_DEVICE double splitBinary(double x, int& k) {
  const bool tiny = x < 0x1p-1022;
  const double up = x * 0x1p54;
  const Bits64 bits = bitsOf(tiny ? up : x) - 0x3fe6a09e667f3bcdull;
  k = (int)((long long)bits >> 52) - (tiny ? 54 : 0);
  return doubleOf((bits & 0xfffffffffffffull) + 0x3fe6a09e667f3bcdull);
}

// The values at the borders and outside of the domain, whatever the main path made of them.
HEDDLE_DEVICE float logSpecials(float x, float result) {
  result = x < infinityF() ? result : x;
  result = x == 0.0f ? -infinityF() : result;
  return x < 0.0f ? quietNanF() : result;
}
HEDDLE_DEVICE double logSpecials(double x, double result) {
  result = x < infinity() ? result : x;
  result = x == 0.0 ? -infinity() : result;
  return x < 0.0 ? quietNan() : result;
}

// log(1 + f)
HEDDLE_DEVICE float logNearOne(float f) {
  return fmadd(f * f, fmadd(f, polyLogF(f), -0.5f), f);
}
// log(1 + f + rest) as a pair, rest within one place of 1 + f.
HEDDLE_DEVICE Pair logNearOne(double f, double rest) {
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double half = mulRounded(0.5 * f, f);
  const double halfLow = fmadd(0.5 * f, f, -half);
  const double high = f - half;
  const double tail = fmadd(s, half + polyLog(z), ((f - high) - half) - halfLow);
  return pairOf(high, fmadd(rest, fmadd(-2.0, s, fmadd(2.0, z, 1.0)), tail));
}

HEDDLE_DEVICE float log(float x) {
  int k;
  const float m = splitBinary(x, k);
  const float e = (float)k;
  const float r = logNearOne(m - 1.0f);
  return logSpecials(x, fmadd(e, 0x1.62e430p-1f, fmadd(e, -0x1.05c610p-29f, r)));
}
HEDDLE_DEVICE double log(double x) {
  int k;
  const double m = splitBinary(x, k);
  const double e = (double)k;
  const Pair l = logNearOne(m - 1.0, 0.0);
  // This high part of ln 2 has zeros at its end: e times it is exact.
  const double rest = l.high + fmadd(e, 0x1.ef35793c76730p-45, l.low);
  return logSpecials(x, fmadd(e, 0x1.62e42fefa3800p-1, rest));
}

HEDDLE_DEVICE float log2(float x) {
  int k;
  const float f = splitBinary(x, k) - 1.0f;
  const float square = f * f;
  const float factor = fmadd(f, polyLogF(f), -0.5f);
  const float r = fmadd(square, factor, f);
  const float rest = fmadd(square, factor, f - r);
  const float whole = (float)k;
  const float high = fmadd(r, 0x1.715476p+0f, whole);
  const float low = fmadd(r, 0x1.715476p+0f, whole - high);
  return logSpecials(x, high + fmadd(r, 0x1.4ae0c0p-26f, fmadd(rest, 0x1.715476p+0f, low)));
}
HEDDLE_DEVICE double log2(double x) {
  int k;
  const double m = splitBinary(x, k);
  const Pair l = logNearOne(m - 1.0, 0.0);
  const Pair p = product(l.high, 0x1.71547652b82fep+0);
  const double rest =
      fmadd(l.low, 0x1.71547652b82fep+0, fmadd(l.high, 0x1.777d0ffda0d24p-56, p.low));
  const Pair s = sumOrdered((double)k, p.high);
  return logSpecials(x, s.high + (s.low + rest));
}

HEDDLE_DEVICE float log10(float x) {
  int k;
  const float m = splitBinary(x, k);
  const float e = (float)k;
  const float r = logNearOne(m - 1.0f);
  const float fraction = fmadd(r, 0x1.bcb7b2p-2f, r * -0x1.5b235ep-27f);
  return logSpecials(x, fmadd(e, 0x1.344136p-2f, fmadd(e, -0x1.ec10c0p-27f, fraction)));
}
HEDDLE_DEVICE double log10(double x) {
  int k;
  const double m = splitBinary(x, k);
  const double e = (double)k;
  const Pair l = logNearOne(m - 1.0, 0.0);
  const Pair p = product(l.high, 0x1.bcb7b1526e50ep-2);
  const double rest =
      fmadd(l.low, 0x1.bcb7b1526e50ep-2, fmadd(l.high, 0x1.95355baaafad3p-57, p.low));
  const Pair whole = product(e, 0x1.34413509f79ffp-2);
  const Pair s = sumOrdered(whole.high, p.high);
  const double low = s.low + fmadd(e, -0x1.9dc1da994fd21p-59, whole.low);
  return logSpecials(x, s.high + (low + rest));
}

HEDDLE_DEVICE float log1p(float x) {
  const float u = 1.0f + x;
  const float lostFar = 1.0f - (u - x), lostNear = x - (u - 1.0f);
  const float lost = fabs(x) > 1.0f ? lostFar : lostNear;
  int k;
  const float m = splitBinary(u, k);
  const float e = (float)k;
  const float rest = lost * pow2F(k > 120 ? -120 : -k);
  const float f = m - 1.0f;
  // 1 / m to first order is enough for what the sum lost.
  const float r = logNearOne(f) + rest * fmadd(-f, fmadd(-f, 0.5f, 1.0f), 1.0f);
  const float result = logSpecials(u, fmadd(e, 0x1.62e430p-1f, fmadd(e, -0x1.05c610p-29f, r)));
  return fabs(x) < 0x1p-26f ? flushed(x) : result;
}
HEDDLE_DEVICE double log1p(double x) {
  const double u = 1.0 + x;
  const double lostFar = 1.0 - (u - x), lostNear = x - (u - 1.0);
  const double lost = fabs(x) > 1.0 ? lostFar : lostNear;
  int k;
  const double m = splitBinary(u, k);
  const double e = (double)k;
  const Pair l = logNearOne(m - 1.0, lost * pow2(k > 1000 ? -1000 : -k));
  const double rest = l.high + fmadd(e, 0x1.ef35793c76730p-45, l.low);
  const double result = logSpecials(u, fmadd(e, 0x1.62e42fefa3800p-1, rest));
  return fabs(x) < 0x1p-54 ? x : result;
}

} // namespace device
} // namespace heddle

#endif
