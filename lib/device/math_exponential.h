// exp, exp2, exp10, expm1: reduce to |r| <= ln2/2 by a multiple of ln 2, polynomial, scale.
#ifndef HEDDLE_DEVICE_MATH_EXPONENTIAL_H
#define HEDDLE_DEVICE_MATH_EXPONENTIAL_H

#include "math_base.h"
#include "math_polynomials.h"

namespace heddle {
namespace device {

HEDDLE_DEVICE float exp(float x) {
  // Beyond these the result is infinity or zero anyway, and the scaling stays in range.
  x = clampTo(x, -105.0f, 89.0f);
  // As roundProduct, but what the sum's low bits give is the exponent, bias included, of n + 64 or
  // n - 64: 2 to that power is a normal number, and the factor that is left rounds once.
  const bool below = x < 0.0f;
  const float magic = below ? 12583103.0f : 12582975.0f;
  const float shifted = fmadd(x, 0x1.715476p+0f, magic);
  const float k = shifted - magic;
  const float r = fmadd(k, 0x1.05c610p-29f, fmadd(k, -0x1.62e430p-1f, x));
  const float power = floatOf(bitsOf(shifted) << 23);
  return (1.0f + fmadd(r * r, polyExpF(r), r)) * power * (below ? 0x1p-64f : 0x1p64f);
}

// e^(r + rest) 2^n for |r| <= ln2/2
HEDDLE_DEVICE double expReduced(double r, double rest, int n) {
  return scaleBy(1.0 + (r + fmadd(r * r, polyExp(r), rest)), n);
}

// e^(high + low), low far below high.
HEDDLE_DEVICE double expOfSum(double high, double low) {
  const double x = clampTo(high, -746.0, 710.0);
  int n;
  const double k = roundProduct(x, 0x1.71547652b82fep+0, n);
  const double near = fmadd(k, -0x1.62e42fefa39efp-1, x);
  const double r = fmadd(k, -0x1.abc9e3b39803fp-56, near);
  const double rest = fmadd(k, -0x1.abc9e3b39803fp-56, near - r);
  const Pair s = sum(r, rest + (x == high ? low : 0.0));
  return expReduced(s.high, s.low, n);
}

HEDDLE_DEVICE double exp(double x) {
  x = clampTo(x, -746.0, 710.0);
  int n;
  const double k = roundProduct(x, 0x1.71547652b82fep+0, n);
  const double near = fmadd(k, -0x1.62e42fefa39efp-1, x);
  const double r = fmadd(k, -0x1.abc9e3b39803fp-56, near);
  return expReduced(r, fmadd(k, -0x1.abc9e3b39803fp-56, near - r), n);
}

HEDDLE_DEVICE float exp2(float x) {
  x = clampTo(x, -152.0f, 129.0f);
  int n;
  const float r = x - roundProduct(x, 1.0f, n);
  return scaleBy(fmadd(r, polyExp2F(r), 1.0f), n);
}
HEDDLE_DEVICE double exp2(double x) {
  x = clampTo(x, -1077.0, 1025.0);
  int n;
  const double d = x - roundProduct(x, 1.0, n);
  const Pair r = product(d, 0x1.62e42fefa39efp-1);
  return expReduced(r.high, fmadd(d, 0x1.abc9e3b39803fp-56, r.low), n);
}

HEDDLE_DEVICE float exp10(float x) {
  x = clampTo(x, -46.0f, 39.0f);
  int n;
  const float k = roundProduct(x, 0x1.a934f0p+1f, n);
  const float d = fmadd(k, 0x1.ec10cp-27f, fmadd(k, -0x1.344136p-2f, x));
  const float r = mulRounded(d, 0x1.26bb1cp+1f);
  const float rest = fmadd(d, -0x1.12aabap-25f, fmadd(d, 0x1.26bb1cp+1f, -r));
  return scaleBy(1.0f + (r + fmadd(r * r, polyExpF(r), rest)), n);
}
HEDDLE_DEVICE double exp10(double x) {
  x = clampTo(x, -325.0, 309.0);
  int n;
  const double k = roundProduct(x, 0x1.a934f0979a371p+1, n);
  const double near = fmadd(k, -0x1.34413509f79ffp-2, x);
  const double d = fmadd(k, 0x1.9dc1da994fd21p-59, near);
  const double lost = fmadd(k, 0x1.9dc1da994fd21p-59, near - d);
  const Pair r = product(d, 0x1.26bb1bbb55516p+1);
  const double rest = fmadd(d, -0x1.f48ad494ea3e9p-53, fmadd(lost, 0x1.26bb1bbb55516p+1, r.low));
  return expReduced(r.high, rest, n);
}

HEDDLE_DEVICE float expm1(float x) {
  const float c = clampTo(x, -30.0f, 89.0f);
  int n;
  const float k = roundProduct(c, 0x1.715476p+0f, n);
  const float high = fmadd(k, -0x1.62e430p-1f, c);
  const float r = fmadd(k, 0x1.05c610p-29f, high);
  const float rest = fmadd(k, 0x1.05c610p-29f, high - r);
  const float tail = fmadd(r * r, polyExpm1F(r), rest);
  // Half of 2^n, which itself may be out of range.
  const float half = pow2F(n - 1);
  // Near n = 0 the 2^n - 1 and the rest have like size: keep what the sums lose.
  const float whole = fmadd(half, r, half - 0.5f);
  const float lost = fmadd(half, r, (half - 0.5f) - whole);
  const float scaled = 2.0f * (whole + fmadd(half, tail, lost));
  const float near = fabs(x) < 0x1p-26f ? flushed(x) : r + tail;
  return n == 0 ? near : scaled;
}
HEDDLE_DEVICE double expm1(double x) {
  const double c = clampTo(x, -60.0, 710.0);
  int n;
  const double k = roundProduct(c, 0x1.71547652b82fep+0, n);
  const double high = fmadd(k, -0x1.62e42fefa39efp-1, c);
  const double r = fmadd(k, -0x1.abc9e3b39803fp-56, high);
  const double rest = fmadd(k, -0x1.abc9e3b39803fp-56, high - r);
  const double p = fmadd(r * r, polyExpm1(r), r);
  const double half = pow2(n - 1);
  // Near n = 0 the 2^n - 1 and the rest have like size: keep what the sums lose.
  const Pair whole = sum(half - 0.5, half * r);
  const double scaled = 2.0 * (whole.high + (whole.low + half * fmadd(r * r, polyExpm1(r), rest)));
  const double near = fabs(x) < 0x1p-54 ? x : p;
  return n == 0 ? near : scaled;
}

} // namespace device
} // namespace heddle

#endif
