// sinh, cosh, tanh and their inverses.
#ifndef HEDDLE_DEVICE_MATH_HYPERBOLIC_H
#define HEDDLE_DEVICE_MATH_HYPERBOLIC_H

#include "math_exponential.h"
#include "math_logarithm.h"

namespace heddle {
namespace device {

// e^|x| / 2, out of whose square the other half comes; half, because e^|x| overflows earlier.
HEDDLE_DEVICE float halfExp(float a) {
  const float c = a > 95.0f ? 95.0f : a;
  int n;
  const float k = roundProduct(c, 0x1.715476p+0f, n);
  const float r = fmadd(k, 0x1.05c610p-29f, fmadd(k, -0x1.62e430p-1f, c));
  return scaleBy(1.0f + fmadd(r * r, polyExpF(r), r), n - 1);
}
HEDDLE_DEVICE double halfExp(double a) {
  const double c = a > 715.0 ? 715.0 : a;
  int n;
  const double k = roundProduct(c, 0x1.71547652b82fep+0, n);
  const double r = fmadd(k, -0x1.abc9e3b39803fp-56, fmadd(k, -0x1.62e42fefa39efp-1, c));
  return scaleBy(1.0 + fmadd(r * r, polyExp(r), r), n - 1);
}

HEDDLE_DEVICE float sinh(float x) {
  const float a = fabs(x);
  const float z = x * x;
  const float h = halfExp(a);
  const float far = copysign(h - 0.25f / h, x);
  return a < 1.0f ? fmadd(z * x, polySinhF(z), x) : far;
}
HEDDLE_DEVICE double sinh(double x) {
  const double a = fabs(x);
  const double z = x * x;
  const double h = halfExp(a);
  const double far = copysign(h - 0.25 / h, x);
  return a < 1.0 ? fmadd(z * x, polySinh(z), x) : far;
}
HEDDLE_DEVICE float cosh(float x) {
  const float h = halfExp(fabs(x));
  return h + 0.25f / h;
}
HEDDLE_DEVICE double cosh(double x) {
  const double h = halfExp(fabs(x));
  return h + 0.25 / h;
}

HEDDLE_DEVICE float tanh(float x) {
  const float a = fabs(x);
  const float z = x * x;
  const float e = exp(a + a);
  const float far = copysign(1.0f - 2.0f / (e + 1.0f), x);
  const float near = fmadd(z * x, polyTanhF(z), x);
  return isNan(x) ? x : (a < 0.6f ? (x == 0.0f ? x : near) : far);
}
HEDDLE_DEVICE double tanh(double x) {
  const double a = fabs(x);
  const double z = x * x;
  const double e = exp(a + a);
  const double far = copysign(1.0 - 2.0 / (e + 1.0), x);
  const double near = fmadd(z * x, polyTanh(z), x);
  return isNan(x) ? x : (a < 0.6 ? (x == 0.0 ? x : near) : far);
}

HEDDLE_DEVICE float asinh(float x) {
  const float a = fabs(x);
  const bool large = a > 0x1p28f;
  const float z = a * a;
  const float inner = log1p(large ? a - 1.0f : a + z / (1.0f + sqrt(1.0f + z)));
  return copysign(large ? inner + 0x1.62e430p-1f : inner, x);
}
HEDDLE_DEVICE double asinh(double x) {
  const double a = fabs(x);
  const bool large = a > 0x1p28;
  const double z = a * a;
  const double inner = log1p(large ? a - 1.0 : a + z / (1.0 + sqrt(1.0 + z)));
  return copysign(large ? inner + 0x1.62e42fefa39efp-1 : inner, x);
}
HEDDLE_DEVICE float acosh(float x) {
  const bool large = x > 0x1p28f;
  const float t = x - 1.0f;
  const float inner = log1p(large ? t : t + sqrt(fmadd(t, t, t + t)));
  return x < 1.0f ? quietNanF() : (large ? inner + 0x1.62e430p-1f : inner);
}
HEDDLE_DEVICE double acosh(double x) {
  const bool large = x > 0x1p28;
  const double t = x - 1.0;
  const double inner = log1p(large ? t : t + sqrt(fmadd(t, t, t + t)));
  return x < 1.0 ? quietNan() : (large ? inner + 0x1.62e42fefa39efp-1 : inner);
}
HEDDLE_DEVICE float atanh(float x) {
  const float a = fabs(x);
  return fabs(x) < 0x1p-13f ? x : copysign(0.5f * log1p((a + a) / (1.0f - a)), x);
}
HEDDLE_DEVICE double atanh(double x) {
  const double a = fabs(x);
  return fabs(x) < 0x1p-28 ? x : copysign(0.5 * log1p((a + a) / (1.0 - a)), x);
}

} // namespace device
} // namespace heddle

#endif
