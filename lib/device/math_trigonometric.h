// sin, cos, tan and their variants: reduce to |r| <= pi/4 by a multiple of pi/2, polynomial.
// Arguments beyond the reach of three constants take Payne and Hanek's reduction, behind one `if`.
#ifndef HEDDLE_DEVICE_MATH_TRIGONOMETRIC_H
#define HEDDLE_DEVICE_MATH_TRIGONOMETRIC_H

#include "math_base.h"
#include "math_polynomials.h"

namespace heddle {
namespace device {

// x = M 2^e: multiplies M by the 96 bits of 2/pi that matter for x mod 2 pi, those from weight
// 2^(1-e) on. Returns the bits of the reduced argument and, above them, the quadrant: results in
// memory would cost every caller, also those that never come here.
HEDDLE_DEVICE_SLOW_PATH Bits64 reduceHuge(float x) {
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
  const Bits64 turns = (Bits64)(negative ? 4 - quadrant : quadrant);
  return (turns << 32) | bitsOf(negative ? -r : r);
}

HEDDLE_DEVICE float reduceQuarter(float x, int& q) {
  const float k = roundProduct(x, 0x1.45f306p-1f, q);
  float r = fmadd(k, -0x1.921fb6p+0f, x);
  r = fmadd(k, 0x1.777a5cp-25f, r);
  r = fmadd(k, 0x1.ee59dap-50f, r);
  if (fabs(x) > 48039.0f) {
    const Bits64 reduced = reduceHuge(x);
    r = floatOf((Bits32)reduced);
    q = (int)(reduced >> 32);
  }
  return fabs(x) < infinityF() ? r : quietNanF();
}

// The same for double with 192 bits of 2/pi: x in quarter turns as a fixed-point number with two
// bits before the point.
HEDDLE_DEVICE unsigned __int128 quarterTurns(double x) {
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
  // Infinity and NaN must not reach beyond the table.
  const int first = (biased > 2046 ? 2046 : biased) - 1075 - 1 + 63;
  const int word = first >> 6;
  const int shift = first & 63;
  const Bits64 a = words[word], b = words[word + 1], c = words[word + 2], d = words[word + 3];
  // Shifted twice, since a shift by 64 means nothing.
  const Bits64 p0 = (a << shift) | ((b >> 1) >> (63 - shift));
  const Bits64 p1 = (b << shift) | ((c >> 1) >> (63 - shift));
  const Bits64 p2 = (c << shift) | ((d >> 1) >> (63 - shift));
  return ((unsigned __int128)(p0 * mantissa) << 64) + (unsigned __int128)p1 * mantissa +
         (((unsigned __int128)p2 * mantissa) >> 64);
}
HEDDLE_DEVICE_SLOW_PATH int quadrantHuge(double x) {
  const unsigned __int128 rounded = quarterTurns(x) + ((unsigned __int128)1 << 125);
  const int quadrant = (int)(Bits32)(rounded >> 126);
  return (bitsOf(x) >> 63) != 0 ? 4 - quadrant : quadrant;
}
HEDDLE_DEVICE Pair reduceHugePair(double x) {
  const unsigned __int128 fixed = quarterTurns(x);
  const unsigned __int128 rounded = fixed + ((unsigned __int128)1 << 125);
  const __int128 fraction = (__int128)(fixed - (rounded >> 126 << 126));
  const bool below = fraction < 0;
  unsigned __int128 magnitude = below ? (unsigned __int128)-fraction : (unsigned __int128)fraction;
  // Normalise, so that the high part gets 53 significant bits.
  const Bits64 upper = (Bits64)(magnitude >> 64);
  const int zeros = upper != 0 ? __builtin_clzll(upper) : 64;
  magnitude = zeros < 64 ? magnitude << zeros : magnitude << 64;
  const Bits64 top = (Bits64)(magnitude >> 64);
  const Bits64 bottom = (Bits64)magnitude;
  const double scale = pow2(-62 - zeros);
  const double high = (double)(top & ~0x7ffull) * scale;
  const double rest = ((double)(top & 0x7ffull) + (double)bottom * 0x1p-64) * scale;
  const Pair turned = product(high, 0x1.921fb54442d18p+0);
  const double tail =
      fmadd(rest, 0x1.921fb54442d18p+0, fmadd(high, 0x1.1a62633145c07p-54, turned.low));
  const Pair r = sumOrdered(turned.high, tail);
  const double sign = ((bitsOf(x) >> 63) != 0) != below ? -1.0 : 1.0;
  return pairOf(sign * r.high, sign * r.low);
}
// Two functions: a pair would be returned in memory.
HEDDLE_DEVICE_SLOW_PATH double reduceHuge(double x) {
  return reduceHugePair(x).high;
}
HEDDLE_DEVICE_SLOW_PATH double reduceHugeRest(double x) {
  return reduceHugePair(x).low;
}

HEDDLE_DEVICE double reduceQuarter(double x, int& q, double& low) {
  const double k = roundProduct(x, 0x1.45f306dc9c883p-1, q);
  const double first = fmadd(k, -0x1.921fb54442d18p+0, x);
  double r = fmadd(k, -0x1.1a62633145c07p-54, first);
  low = fmadd(k, -0x1.1a62633145c07p-54, first - r);
  low = fmadd(k, 0x1.f1976b7ed8fbcp-110, low);
  if (fabs(x) > 2147483648.0) {
    r = reduceHuge(x);
    q = quadrantHuge(x);
    low = reduceHugeRest(x);
  }
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
  const float result = flipSign((q & 1) != 0 ? c : s, q);
  return x == 0.0f ? flushed(x) : result;
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
  const float result = flipSign((q & 1) != 0 ? c : s, q);
  *sine = x == 0.0f ? flushed(x) : result;
  *cosine = flipSign((q & 1) != 0 ? s : c, q + 1);
}
HEDDLE_DEVICE float tan(float x) {
  int q;
  const float r = reduceQuarter(x, q);
  const float z = r * r;
  const float t = fmadd(z * r, polyTanF(z), r);
  const float cotangent = -1.0f / t;
  const float result = (q & 1) != 0 ? cotangent : t;
  return x == 0.0f ? flushed(x) : result;
}

HEDDLE_DEVICE double sin(double x) {
  int q;
  double low;
  const double r = reduceQuarter(x, q, low);
  const double s = sinReduced(r, low), c = cosReduced(r, low);
  const double result = flipSign((q & 1) != 0 ? c : s, q);
  return x == 0.0 ? x : result;
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
  const double result = flipSign((q & 1) != 0 ? c : s, q);
  *sine = x == 0.0 ? x : result;
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
  const double result = (q & 1) != 0 ? cotangent : t;
  return x == 0.0 ? x : result;
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
  const float zero = x * 0.0f, even = w + 0.0f;
  *sine = v == 0.0f ? zero : v;
  *cosine = fabs(x) < infinityF() ? even : quietNanF();
}
HEDDLE_DEVICE void sincospi(double x, double* sine, double* cosine) {
  int q;
  double low;
  const double r = reduceHalfTurns(x, q, low);
  const double s = sinReduced(r, low), c = cosReduced(r, low);
  const double v = flipSign((q & 1) != 0 ? c : s, q);
  const double w = flipSign((q & 1) != 0 ? s : c, q + 1);
  const double zero = x * 0.0, even = w + 0.0;
  *sine = v == 0.0 ? zero : v;
  *cosine = fabs(x) < infinity() ? even : quietNan();
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
