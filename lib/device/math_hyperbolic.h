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
  const double near = fmadd(k, -0x1.62e42fefa39efp-1, c);
  const double r = fmadd(k, -0x1.abc9e3b39803fp-56, near);
  return expReduced(r, fmadd(k, -0x1.abc9e3b39803fp-56, near - r), n - 1);
}

HEDDLE_DEVICE float sinh(float x) {
  const float a = fabs(x);
  const float z = x * x;
  const float h = halfExp(a);
  const float far = copysign(h - 0.25f / h, x);
  const float near = fmadd(z * x, polySinhF(z), x);
  return a < 1.0f ? near : far;
}
HEDDLE_DEVICE double sinh(double x) {
  const double a = fabs(x);
  const double z = x * x;
  const double h = halfExp(a);
  const double far = copysign(h - 0.25 / h, x);
  const double near = fmadd(z * x, polySinh(z), x);
  return a < 1.0 ? near : far;
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
  const float result = a < 0.6f ? near : far;
  return x == 0.0f || isNan(x) ? flushed(x) : result;
}
HEDDLE_DEVICE double tanh(double x) {
  const double a = fabs(x);
  const double z = x * x;
  const double e = exp(a + a);
  const double far = copysign(1.0 - 2.0 / (e + 1.0), x);
  const double near = fmadd(z * x, polyTanh(z), x);
  const double result = a < 0.6 ? near : far;
  return x == 0.0 || isNan(x) ? x : result;
}

HEDDLE_DEVICE float asinh(float x) {
  const float a = fabs(x);
  const bool large = a > 0x1p28f;
  const float z = a * a;
  const float huge = a - 1.0f, usual = a + z / (1.0f + sqrt(1.0f + z));
  const float inner = log1p(large ? huge : usual);
  return copysign(inner + (large ? 0x1.62e430p-1f : 0.0f), x);
}
HEDDLE_DEVICE double asinh(double x) {
  const double a = fabs(x);
  const bool large = a > 0x1p28;
  const double z = a * a;
  const double huge = a - 1.0, usual = a + z / (1.0 + sqrt(1.0 + z));
  const double inner = log1p(large ? huge : usual);
  return copysign(inner + (large ? 0x1.62e42fefa39efp-1 : 0.0), x);
}
HEDDLE_DEVICE float acosh(float x) {
  const bool large = x > 0x1p28f;
  const float t = x - 1.0f;
  const float usual = t + sqrt(fmadd(t, t, t + t));
  const float result = log1p(large ? t : usual) + (large ? 0x1.62e430p-1f : 0.0f);
  return x < 1.0f ? quietNanF() : result;
}
HEDDLE_DEVICE double acosh(double x) {
  const bool large = x > 0x1p28;
  const double t = x - 1.0;
  const double usual = t + sqrt(fmadd(t, t, t + t));
  const double result = log1p(large ? t : usual) + (large ? 0x1.62e42fefa39efp-1 : 0.0);
  return x < 1.0 ? quietNan() : result;
}
HEDDLE_DEVICE float atanh(float x) {
  const float a = fabs(x);
  const float result = copysign(0.5f * log1p((a + a) / (1.0f - a)), x);
  return a < 0x1p-13f ? flushed(x) : result;
}
HEDDLE_DEVICE double atanh(double x) {
  const double a = fabs(x);
  const double result = copysign(0.5 * log1p((a + a) / (1.0 - a)), x);
  return a < 0x1p-28 ? x : result;
}

} // namespace device
} // namespace heddle

#endif
