// erf, erfc, their scaled and inverse forms, and the normal distribution.
#ifndef HEDDLE_DEVICE_MATH_ERROR_H
#define HEDDLE_DEVICE_MATH_ERROR_H

#include "math_exponential.h"
#include "math_logarithm.h"

namespace heddle {
namespace device {

// e^(y^2) erfc(y) for y >= 0. The map t = (y - c) / (y + c) makes the half line an interval.
HEDDLE_DEVICE float erfcxPositive(float y) {
  const float t = y < 0x1p60f ? (y - 2.0f) / (y + 2.0f) : 1.0f;
  // Halved: 1 + 2y overflows before y does.
  return 0.5f * polyErfcxF(t) / (0.5f + y);
}
HEDDLE_DEVICE double erfcxPositive(double y) {
  const double t = y < 0x1p500 ? (y - 4.0) / (y + 4.0) : 1.0;
  return 0.5 * polyErfcx(t) / (0.5 + y);
}

// e^(-y^2), the square with all its digits.
HEDDLE_DEVICE float expOfMinusSquare(float y) {
  const float c = y > 12.0f ? 12.0f : y;
  const float high = mulRounded(c, c);
  const float low = fmadd(c, c, -high);
  const float e = exp(-high);
  return fmadd(-low, e, e);
}
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
  const float far = 1.0f - expOfMinusSquare(a) * erfcxPositive(a);
  return isNan(x) ? x : copysign(a < 0.8f ? erfNear(a, a * a) : far, x);
}
HEDDLE_DEVICE double erf(double x) {
  const double a = fabs(x);
  const double far = 1.0 - expOfMinusSquare(a) * erfcxPositive(a);
  return isNan(x) ? x : copysign(a < 0.8 ? erfNear(a, a * a) : far, x);
}
HEDDLE_DEVICE float erfc(float x) {
  const float a = fabs(x);
  const float tail = expOfMinusSquare(a) * erfcxPositive(a);
  // Near zero the tail is 1 - erf, formed where nothing cancels.
  const float near = 1.0f - erfNear(x, x * x);
  return isNan(x) ? x : (x < 0.0f ? (a < 0.8f ? near : 2.0f - tail) : (a < 0.3f ? near : tail));
}
HEDDLE_DEVICE double erfc(double x) {
  const double a = fabs(x);
  const double tail = expOfMinusSquare(a) * erfcxPositive(a);
  const double near = 1.0 - erfNear(x, x * x);
  return isNan(x) ? x : (x < 0.0 ? (a < 0.8 ? near : 2.0 - tail) : (a < 0.3 ? near : tail));
}
// e^(x^2), which both sides of erfcx need: the left as its main part, the right near zero, where
// the mapped polynomial is too steep.
HEDDLE_DEVICE float expOfSquare(float a) {
  const float c = a > 11.0f ? 11.0f : a;
  const float high = mulRounded(c, c);
  const float e = exp(high);
  return e < infinityF() ? fmadd(fmadd(c, c, -high), e, e) : e;
}
HEDDLE_DEVICE double expOfSquare(double a) {
  const Pair square = product(a > 28.0 ? 28.0 : a, a > 28.0 ? 28.0 : a);
  return expOfSum(square.high, square.low);
}
HEDDLE_DEVICE float erfcx(float x) {
  const float a = fabs(x);
  const float e = expOfSquare(a);
  const float near = e * (1.0f - erfNear(x, x * x));
  const float right = erfcxPositive(a);
  return isNan(x) ? x : (a < 0.3f ? near : (x < 0.0f ? fmadd(2.0f, e, -right) : right));
}
HEDDLE_DEVICE double erfcx(double x) {
  const double a = fabs(x);
  const double e = expOfSquare(a);
  const double near = e * (1.0 - erfNear(x, x * x));
  const double right = erfcxPositive(a);
  return isNan(x) ? x : (a < 0.3 ? near : (x < 0.0 ? fmadd(2.0, e, -right) : right));
}

// Both inverses in terms of w = -log(1 - t^2): `outside` is 1 - t for erfinv, y for erfcinv.
HEDDLE_DEVICE float erfinvOf(float t, float w) {
  const float s = sqrt(w);
  const float far = w < 16.4f ? polyErfinvTailF(s - 3.25f) : polyErfcinvTailF(s - 6.3f);
  return w < 6.25f ? t * polyErfinvF(w - 3.0f) : copysign(far, t);
}
HEDDLE_DEVICE double erfinvOf(double t, double w) {
  const double s = sqrt(w);
  double far = polyErfinvMid(s - 3.25);
  far = w < 16.0 ? far : polyErfinvTail(s - 5.0);
  // Reached only by erfcinv of tiny arguments.
  if (w > 40.0)
    far = s < 12.0 ? polyErfcinvMid(s - 9.0) : polyErfcinvFar(s - 19.0);
  return w < 6.25 ? t * polyErfinv(w - 3.0) : copysign(far, t);
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
  return 0.5f * (y > 0.5f ? fmadd(-2.0f * y * lost, tail, tail) : tail);
}
HEDDLE_DEVICE double normcdf(double x) {
  const double c = clampTo(x, -40.0, 10.0);
  const double y = -c * 0x1.6a09e667f3bcdp-1;
  const double lost = fmadd(c, 0x1.bdd3413b26456p-55, fmadd(-c, 0x1.6a09e667f3bcdp-1, -y));
  const double tail = erfc(y);
  return 0.5 * (y > 0.5 ? fmadd(-2.0 * y * lost, tail, tail) : tail);
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
