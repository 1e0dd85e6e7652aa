// erf, erfc, their scaled and inverse forms, and the normal distribution.
#ifndef HEDDLE_DEVICE_MATH_ERROR_H
#define HEDDLE_DEVICE_MATH_ERROR_H

#include "math_exponential.h"
#include "math_logarithm.h"

namespace heddle {
namespace device {

// e^(y^2) erfc(y) for y >= 0. The map t = (y - c) / (y + c) makes the half line an interval.
HEDDLE_DEVICE float erfcxPositive(float y) {
  const float mapped = (y - 2.0f) / (y + 2.0f);
  const float t = y < 0x1p60f ? mapped : 1.0f;
  // Halved: 1 + 2y overflows before y does.
  return 0.5f * polyErfcxF(t) / (0.5f + y);
}
HEDDLE_DEVICE double erfcxPositive(double y) {
  const double mapped = (y - 4.0) / (y + 4.0);
  const double t = y < 0x1p500 ? mapped : 1.0;
  return 0.5 * polyErfcx(t) / (0.5 + y);
}

// erfc(y) for y >= 0 as e^(-y^2) erfcx(y), the square with all its digits, and with what the sum in
// the exponential function loses.
HEDDLE_DEVICE float erfcTail(float y) {
  const float c = y > 12.0f ? 12.0f : y;
  const float high = mulRounded(c, c);
  const float low = fmadd(c, c, -high);
  const float x = high > 105.0f ? -105.0f : -high;
  int n;
  const float k = roundProduct(x, 0x1.715476p+0f, n);
  const float r = fmadd(k, 0x1.05c610p-29f, fmadd(k, -0x1.62e430p-1f, x));
  const float p = fmadd(r * r, polyExpF(r), r);
  const float e = 1.0f + p;
  const float factor = erfcxPositive(y);
  return scaleBy(fmadd(e, factor, factor * fmadd(-low, e, p - (e - 1.0f))), n);
}
// e^(-y^2)
HEDDLE_DEVICE double expOfMinusSquare(double y) {
  const double c = y > 30.0 ? 30.0 : y;
  const Pair square = product(c, c);
  return expOfSum(-square.high, -square.low);
}

HEDDLE_DEVICE float erfNear(float x, float z) {
  return fmadd(x, 0x1.20dd76p+0f, x * fmadd(z, polyErfF(z), -0x1.f7ac92p-25f));
}
HEDDLE_DEVICE double erfNear(double x, double z) {
  return fmadd(x, 0x1.20dd750429b6dp+0, x * fmadd(z, polyErf(z), 0x1.1ae3a914fed80p-56));
}

HEDDLE_DEVICE float erf(float x) {
  const float a = fabs(x);
  const float far = 1.0f - erfcTail(a);
  const float near = erfNear(a, a * a);
  const float result = copysign(a < 0.8f ? near : far, x);
  return isNan(x) ? x : result;
}
HEDDLE_DEVICE double erf(double x) {
  const double a = fabs(x);
  const double far = 1.0 - expOfMinusSquare(a) * erfcxPositive(a);
  const double near = erfNear(a, a * a);
  const double result = copysign(a < 0.8 ? near : far, x);
  return isNan(x) ? x : result;
}
HEDDLE_DEVICE float erfc(float x) {
  const float a = fabs(x);
  const float tail = erfcTail(a);
  // Near zero the tail is 1 - erf, formed where nothing cancels.
  const float near = 1.0f - erfNear(x, x * x);
  const float left = 2.0f - tail;
  const float far = x < 0.0f ? left : tail;
  const float result = a < (x < 0.0f ? 0.8f : 0.3f) ? near : far;
  return isNan(x) ? x : result;
}
HEDDLE_DEVICE double erfc(double x) {
  const double a = fabs(x);
  const double tail = expOfMinusSquare(a) * erfcxPositive(a);
  const double near = 1.0 - erfNear(x, x * x);
  const double left = 2.0 - tail;
  const double far = x < 0.0 ? left : tail;
  const double result = a < (x < 0.0 ? 0.8 : 0.3) ? near : far;
  return isNan(x) ? x : result;
}
// e^(x^2), which both sides of erfcx need: the left as its main part, the right near zero, where
// the mapped polynomial is too steep.
HEDDLE_DEVICE float expOfSquare(float a) {
  const float c = a > 11.0f ? 11.0f : a;
  const float high = mulRounded(c, c);
  const float e = exp(high);
  const float result = fmadd(fmadd(c, c, -high), e, e);
  return e < infinityF() ? result : e;
}
HEDDLE_DEVICE double expOfSquare(double a) {
  const double c = a > 28.0 ? 28.0 : a;
  const Pair square = product(c, c);
  return expOfSum(square.high, square.low);
}
HEDDLE_DEVICE float erfcx(float x) {
  const float a = fabs(x);
  const float e = expOfSquare(a);
  const float near = e * (1.0f - erfNear(x, x * x));
  const float right = erfcxPositive(a);
  const float left = fmadd(2.0f, e, -right);
  const float far = x < 0.0f ? left : right;
  const float result = a < 0.3f ? near : far;
  return isNan(x) ? x : result;
}
HEDDLE_DEVICE double erfcx(double x) {
  const double a = fabs(x);
  const double e = expOfSquare(a);
  const double near = e * (1.0 - erfNear(x, x * x));
  const double right = erfcxPositive(a);
  const double left = fmadd(2.0, e, -right);
  const double far = x < 0.0 ? left : right;
  const double result = a < 0.3 ? near : far;
  return isNan(x) ? x : result;
}

// Both inverses in terms of w = -log(1 - t^2), which erfcinv knows from y (2 - y).
HEDDLE_DEVICE float erfinvOf(float t, float w) {
  const float s = sqrt(w);
  // In float this polynomial would lose digits where w is small.
  const float central = (float)(t * polyErfinvF((double)w - 3.0));
  const float middle = polyErfinvTailF(s - 3.25f), outer = polyErfcinvTailF(s - 6.3f);
  const float far = copysign(w < 16.4f ? middle : outer, t);
  return w < 6.25f ? central : far;
}
HEDDLE_DEVICE double erfinvOf(double t, double w) {
  const double s = sqrt(w);
  const double central = t * polyErfinv(w - 3.0);
  const double middle = polyErfinvMid(s - 3.25), outer = polyErfinvTail(s - 5.0);
  double far = w < 16.0 ? middle : outer;
  // Reached only by erfcinv of tiny arguments.
  if (w > 40.0)
    far = s < 12.0 ? polyErfcinvMid(s - 9.0) : polyErfcinvFar(s - 19.0);
  far = copysign(far, t);
  return w < 6.25 ? central : far;
}
HEDDLE_DEVICE float erfinv(float x) {
  const float w = -log(fmadd(-x, x, 1.0f));
  const float a = fabs(x);
  const float result = erfinvOf(x, w);
  return a < 1.0f ? result : (a == 1.0f ? copysign(infinityF(), x) : quietNanF());
}
HEDDLE_DEVICE double erfinv(double x) {
  const double a = fabs(x);
  const double w = -log((1.0 - a) * (1.0 + a));
  const double result = erfinvOf(x, w);
  return a < 1.0 ? result : (a == 1.0 ? copysign(infinity(), x) : quietNan());
}
HEDDLE_DEVICE float erfcinv(float y) {
  const float result = erfinvOf(1.0f - y, -log(y * (2.0f - y)));
  const float ends = y == 0.0f ? infinityF() : (y == 2.0f ? -infinityF() : quietNanF());
  return (y > 0.0f) && (y < 2.0f) ? result : ends;
}
HEDDLE_DEVICE double erfcinv(double y) {
  const double result = erfinvOf(1.0 - y, -log(y * (2.0 - y)));
  const double ends = y == 0.0 ? infinity() : (y == 2.0 ? -infinity() : quietNan());
  return (y > 0.0) && (y < 2.0) ? result : ends;
}

// With x / sqrt2 rounded, the tail's relative error would grow with x^2: the lost part goes in as a
// factor.
HEDDLE_DEVICE float normcdf(float x) {
  const float c = clampTo(x, -15.0f, 9.0f);
  const float y = -c * 0x1.6a09e6p-1f;
  const float lost = fmadd(-c, 0x1.9fcef4p-27f, fmadd(-c, 0x1.6a09e6p-1f, -y));
  const float tail = erfc(y);
  const float corrected = fmadd(-2.0f * y * lost, tail, tail);
  return 0.5f * (y > 0.5f ? corrected : tail);
}
HEDDLE_DEVICE double normcdf(double x) {
  const double c = clampTo(x, -40.0, 10.0);
  const double y = -c * 0x1.6a09e667f3bcdp-1;
  const double lost = fmadd(c, 0x1.bdd3413b26456p-55, fmadd(-c, 0x1.6a09e667f3bcdp-1, -y));
  const double tail = erfc(y);
  const double corrected = fmadd(-2.0 * y * lost, tail, tail);
  return 0.5 * (y > 0.5 ? corrected : tail);
}
HEDDLE_DEVICE float normcdfinv(float p) {
  return -0x1.6a09e6p+0f * erfcinv(p + p);
}
HEDDLE_DEVICE double normcdfinv(double p) {
  return -0x1.6a09e667f3bcdp+0 * erfcinv(p + p);
}

} // namespace device
} // namespace heddle

#endif
