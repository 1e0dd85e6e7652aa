// sin, cos, tan and their variants: reduce to |r| <= pi/4 by a multiple of pi/2, polynomial.
// Arguments beyond the reach of three constants take Payne and Hanek's reduction, behind one `if`.
#ifndef HEDDLE_DEVICE_MATH_TRIGONOMETRIC_H
#define HEDDLE_DEVICE_MATH_TRIGONOMETRIC_H

#include "math_base.h"
#include "math_polynomials.h"

namespace heddle {
namespace device {

// x = M 2^e: multiplies M by the 96 bits of 2/pi that matter for x mod 2 pi, those from weight
// 2^(1-e) on, and returns the reduced argument; q is the quadrant.
HEDDLE_DEVICE_SLOW_PATH float reduceHuge(float x, int* q) {
  const Bits32 bits = bitsOf(x);
  const Bits64 mantissa = (bits & 0x7fffffu) | 0x800000u;
  // Position of the first needed bit, counted from 31 zeros before the binary point.
  const int first = (int)((bits >> 23) & 0xffu) - 150 - 1 + 31;
  const int word = first >> 5;
  const int shift = first & 31;
  const Bits32 w0 = 0u, w1 = 0xa2f9836eu, w2 = 0x4e441529u, w3 = 0xfc2757d1u, w4 = 0xf534ddc0u,
               w5 = 0xdb629599u, w6 = 0x3c439041u, w7 = 0xfe5163abu;
  const Bits64 a = word == 0 ? w0 : word == 1 ? w1 : word == 2 ? w2 : word == 3 ? w3 : w4;
  const Bits64 b = word == 0 ? w1 : word == 1 ? w2 : word == 2 ? w3 : word == 3 ? w4 : w5;
  const Bits64 c = word == 0 ? w2 : word == 1 ? w3 : word == 2 ? w4 : word == 3 ? w5 : w6;
  const Bits64 d = word == 0 ? w3 : word == 1 ? w4 : word == 2 ? w5 : word == 3 ? w6 : w7;
  const Bits64 p0 = (((a << 32) | b) << shift) >> 32;
  const Bits64 p1 = (((b << 32) | c) << shift) >> 32;
  const Bits64 p2 = (((c << 32) | d) << shift) >> 32;
  // Two bits of quadrant, then the fraction of a quarter turn.
  const Bits64 fixed = ((p0 * mantissa) << 32) + p1 * mantissa + ((p2 * mantissa) >> 32);
  const Bits64 rounded = fixed + (1ull << 61);
  const int quadrant = (int)(rounded >> 62);
  const long long fraction = (long long)(fixed - (rounded & (3ull << 62)));
  const float r = (float)((double)fraction * 0x1.921fb54442d18p-62);
  const bool negative = (bits >> 31) != 0;
  *q = negative ? -quadrant : quadrant;
  return negative ? -r : r;
}

HEDDLE_DEVICE float reduceQuarter(float x, int& q) {
  const float k = roundProduct(x, 0x1.45f306p-1f, q);
  float r = fmadd(k, -0x1.921fb6p+0f, x);
  r = fmadd(k, 0x1.777a5cp-25f, r);
  r = fmadd(k, 0x1.ee59dap-50f, r);
  if (fabs(x) > 48039.0f)
    r = reduceHuge(x, &q);
  return fabs(x) < infinityF() ? r : quietNanF();
}

// The same for double; 192 bits of 2/pi, and the result as a pair.
HEDDLE_DEVICE_SLOW_PATH double reduceHuge(double x, int* q, double* low) {
  static const Bits64 words[21] = {0ull, // before the binary point
                                   0xa2f9836e4e441529ull,
                                   0xfc2757d1f534ddc0ull,
                                   0xdb6295993c439041ull,
                                   0xfe5163abdebbc561ull,
                                   0xb7246e3a424dd2e0ull,
                                   0x06492eea09d1921cull,
                                   0xfe1deb1cb129a73eull,
                                   0xe88235f52ebb4484ull,
                                   0xe99c7026b45f7e41ull,
                                   0x3991d639835339f4ull,
                                   0x9c845f8bbdf9283bull,
                                   0x1ff897ffde05980full,
                                   0xef2f118b5a0a6d1full,
                                   0x6d367ecf27cb09b7ull,
                                   0x4f463f669e5fea2dull,
                                   0x7527bac7ebe5f17bull,
                                   0x3d0739f78a5292eaull,
                                   0x6bfb5fb11f8d5d08ull,
                                   0x56033046fc7b6babull,
                                   0xf0cfbc209af4361dull};
  const Bits64 bits = bitsOf(x);
  const Bits64 mantissa = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  const int biased = (int)((bits >> 52) & 0x7ff);
  const int first = (biased > 2046 ? 2046 : biased) - 1075 - 1 + 63;
  const int word = first >> 6;
  const int shift = first & 63;
  const Bits64 a = words[word], b = words[word + 1], c = words[word + 2], d = words[word + 3];
  // Shifted twice, since a shift by 64 means nothing.
  const Bits64 p0 = (a << shift) | ((b >> 1) >> (63 - shift));
  const Bits64 p1 = (b << shift) | ((c >> 1) >> (63 - shift));
  const Bits64 p2 = (c << shift) | ((d >> 1) >> (63 - shift));
  const unsigned __int128 fixed = ((unsigned __int128)(p0 * mantissa) << 64) +
                                  (unsigned __int128)p1 * mantissa +
                                  (((unsigned __int128)p2 * mantissa) >> 64);
  const unsigned __int128 rounded = fixed + ((unsigned __int128)1 << 125);
  const int quadrant = (int)(Bits32)(rounded >> 126);
  __int128 fraction = (__int128)(fixed - (rounded >> 126 << 126));
  const bool below = fraction < 0;
  unsigned __int128 magnitude = below ? (unsigned __int128)-fraction : (unsigned __int128)fraction;
  // Normalise, so that the high part gets 53 significant bits.
  Bits64 top = (Bits64)(magnitude >> 64);
  Bits64 bottom = (Bits64)magnitude;
  const int zeros = top != 0 ? __builtin_clzll(top) : 64;
  magnitude = zeros < 64 ? magnitude << zeros : (unsigned __int128)bottom << 64;
  top = (Bits64)(magnitude >> 64);
  bottom = (Bits64)magnitude;
  const double scale = pow2(-62 - zeros);
  const double high = (double)(top & ~0x7ffull) * scale;
  const double rest = ((double)(top & 0x7ffull) + (double)bottom * 0x1p-64) * scale;
  const Pair turned = product(high, 0x1.921fb54442d18p+0);
  const double tail =
      fmadd(rest, 0x1.921fb54442d18p+0, fmadd(high, 0x1.1a62633145c07p-54, turned.low));
  const Pair r = sumOrdered(turned.high, tail);
  const bool negative = ((bits >> 63) != 0) != below;
  *q = (bits >> 63) != 0 ? -quadrant : quadrant;
  *low = negative ? -r.low : r.low;
  return negative ? -r.high : r.high;
}

HEDDLE_DEVICE double reduceQuarter(double x, int& q, double& low) {
  const double k = roundProduct(x, 0x1.45f306dc9c883p-1, q);
  const double first = fmadd(k, -0x1.921fb54442d18p+0, x);
  double r = fmadd(k, -0x1.1a62633145c07p-54, first);
  low = fmadd(k, -0x1.1a62633145c07p-54, first - r);
  low = fmadd(k, 0x1.f1976b7ed8fbcp-110, low);
  if (fabs(x) > 2147483648.0)
    r = reduceHuge(x, &q, &low);
  return fabs(x) < infinity() ? r : quietNan();
}

HEDDLE_DEVICE float sinReduced(float r) {
  const float z = r * r;
  return fmadd(z * polySinF(z), r, r);
}
HEDDLE_DEVICE float cosReduced(float r) {
  const float z = r * r;
  return fmadd(z, fmadd(z, polyCosF(z), -0.5f), 1.0f);
}
HEDDLE_DEVICE double sinReduced(double r, double low) {
  const double z = r * r;
  return r + fmadd(z * r, polySin(z), low);
}
HEDDLE_DEVICE double cosReduced(double r, double low) {
  const double z = r * r;
  const double half = 0.5 * z;
  const double w = 1.0 - half;
  return w + (((1.0 - w) - half) + fmadd(z * z, polyCos(z), -r * low));
}

HEDDLE_DEVICE float flipSign(float x, int bit1) {
  return floatOf(bitsOf(x) ^ ((Bits32)(bit1 & 2) << 30));
}
HEDDLE_DEVICE double flipSign(double x, int bit1) {
  return doubleOf(bitsOf(x) ^ ((Bits64)(bit1 & 2) << 62));
}

HEDDLE_DEVICE float sin(float x) {
  int q;
  const float r = reduceQuarter(x, q);
  const float s = sinReduced(r), c = cosReduced(r);
  return x == 0.0f ? x : flipSign((q & 1) != 0 ? c : s, q);
}
HEDDLE_DEVICE float cos(float x) {
  int q;
  const float r = reduceQuarter(x, q);
  const float s = sinReduced(r), c = cosReduced(r);
  return flipSign((q & 1) != 0 ? s : c, q + 1);
}
HEDDLE_DEVICE void sincos(float x, float* sine, float* cosine) {
  int q;
  const float r = reduceQuarter(x, q);
  const float s = sinReduced(r), c = cosReduced(r);
  *sine = x == 0.0f ? x : flipSign((q & 1) != 0 ? c : s, q);
  *cosine = flipSign((q & 1) != 0 ? s : c, q + 1);
}
HEDDLE_DEVICE float tan(float x) {
  int q;
  const float r = reduceQuarter(x, q);
  const float z = r * r;
  const float t = fmadd(z * r, polyTanF(z), r);
  return x == 0.0f ? x : ((q & 1) != 0 ? -1.0f / t : t);
}

HEDDLE_DEVICE double sin(double x) {
  int q;
  double low;
  const double r = reduceQuarter(x, q, low);
  const double s = sinReduced(r, low), c = cosReduced(r, low);
  return x == 0.0 ? x : flipSign((q & 1) != 0 ? c : s, q);
}
HEDDLE_DEVICE double cos(double x) {
  int q;
  double low;
  const double r = reduceQuarter(x, q, low);
  const double s = sinReduced(r, low), c = cosReduced(r, low);
  return flipSign((q & 1) != 0 ? s : c, q + 1);
}
HEDDLE_DEVICE void sincos(double x, double* sine, double* cosine) {
  int q;
  double low;
  const double r = reduceQuarter(x, q, low);
  const double s = sinReduced(r, low), c = cosReduced(r, low);
  *sine = x == 0.0 ? x : flipSign((q & 1) != 0 ? c : s, q);
  *cosine = flipSign((q & 1) != 0 ? s : c, q + 1);
}
HEDDLE_DEVICE double tan(double x) {
  int q;
  double low;
  const double r = reduceQuarter(x, q, low);
  const double z = r * r;
  const double tail = fmadd(z * r, polyTan(z), fmadd(low, z, low));
  const double t = r + tail;
  // -1/t with what t lost: the quotient's error is corrected once.
  const double rest = (r - t) + tail;
  const double inverse = -1.0 / t;
  const double corrected = fmadd(fmadd(inverse, t, 1.0) + inverse * rest, inverse, inverse);
  const double cotangent = fabs(inverse) < infinity() ? corrected : inverse;
  return x == 0.0 ? x : ((q & 1) != 0 ? cotangent : t);
}

// Of pi x the reduction is exact.
HEDDLE_DEVICE float reduceHalfTurns(float x, int& q) {
  // Beyond 2^24 every float is an even integer. No NaN may reach the conversion.
  const float a = fabs(x) < 0x1p24f ? x : 0.0f;
  const float k = rint(a + a);
  q = (int)k;
  const float f = fmadd(k, -0.5f, a);
  return fmadd(f, 0x1.921fb6p+1f, f * -0x1.777a5cp-24f);
}
HEDDLE_DEVICE double reduceHalfTurns(double x, int& q, double& low) {
  const double a = fabs(x) < 0x1p53 ? x : 0.0;
  const double k = rint(a + a);
  q = (int)(Bits32)(Bits64)(long long)k;
  const double f = fmadd(k, -0.5, a);
  const Pair p = product(f, 0x1.921fb54442d18p+1);
  low = fmadd(f, 0x1.1a62633145c07p-53, p.low);
  return p.high;
}
HEDDLE_DEVICE void sincospi(float x, float* sine, float* cosine) {
  int q;
  const float r = reduceHalfTurns(x, q);
  const float s = sinReduced(r), c = cosReduced(r);
  const float v = flipSign((q & 1) != 0 ? c : s, q);
  const float w = flipSign((q & 1) != 0 ? s : c, q + 1);
  // Integers give a zero with the sign of x (and infinities NaN), half-integers plus zero.
  *sine = v == 0.0f ? x * 0.0f : v;
  *cosine = fabs(x) < infinityF() ? w + 0.0f : quietNanF();
}
HEDDLE_DEVICE void sincospi(double x, double* sine, double* cosine) {
  int q;
  double low;
  const double r = reduceHalfTurns(x, q, low);
  const double s = sinReduced(r, low), c = cosReduced(r, low);
  const double v = flipSign((q & 1) != 0 ? c : s, q);
  const double w = flipSign((q & 1) != 0 ? s : c, q + 1);
  *sine = v == 0.0 ? x * 0.0 : v;
  *cosine = fabs(x) < infinity() ? w + 0.0 : quietNan();
}
template <class T> HEDDLE_DEVICE T sinpi(T x) {
  T s, c;
  sincospi(x, &s, &c);
  return s;
}
template <class T> HEDDLE_DEVICE T cospi(T x) {
  T s, c;
  sincospi(x, &s, &c);
  return c;
}

} // namespace device
} // namespace heddle

#endif
