// asin, acos, atan, atan2.
#ifndef HEDDLE_DEVICE_MATH_INVERSE_TRIGONOMETRIC_H
#define HEDDLE_DEVICE_MATH_INVERSE_TRIGONOMETRIC_H

#include "math_base.h"
#include "math_polynomials.h"

namespace heddle {
namespace device {

// atan(small / large) for 0 <= small <= large: beyond tan(pi/8) the angle is turned by pi/4, so one
// division serves both cases.
HEDDLE_DEVICE float atanOfRatio(float small, float large) {
  const bool turned = small > 0.41421357f * large;
  const float t = (turned ? small - large : small) / (turned ? small + large : large);
  const float z = t * t;
  const float p = fmadd(z * t, polyAtanF(z), t);
  return turned ? 0x1.921fb6p-1f + (p - 0x1.777a5cp-26f) : p;
}
HEDDLE_DEVICE double atanOfRatio(double small, double large, double& low) {
  const bool turned = small > 0.41421356237309503 * large;
  const Pair difference = sumOrdered(-large, small);
  const Pair total = sumOrdered(large, small);
  const double numerator = turned ? difference.high : small;
  const double denominator = turned ? total.high : large;
  const double inverse = 1.0 / denominator;
  // The quotient with what its operands and itself lost.
  const double t = mulRounded(numerator, inverse);
  const double operandsLost = turned ? fmadd(-t, total.low, difference.low) : 0.0;
  const double lost = (fmadd(-t, denominator, numerator) + operandsLost) * inverse;
  const double z = t * t;
  const double rest = fmadd(z * t, polyAtan(z), lost);
  const double high = turned ? 0x1.921fb54442d18p-1 : t;
  const Pair s = sumOrdered(high, turned ? t : 0.0);
  low = s.low + (turned ? rest + 0x1.1a62633145c07p-55 : rest);
  return s.high;
}

HEDDLE_DEVICE float atan(float x) {
  const float a = fabs(x);
  const bool large = a > 1.0f;
  // With one factor infinite the ratio is still 1 / infinity = 0.
  const float angle = atanOfRatio(large ? 1.0f : a, large ? a : 1.0f);
  const float result = large ? 0x1.921fb6p+0f - (angle + 0x1.777a5cp-25f) : angle;
  return isNan(x) ? x : copysign(result, x);
}
HEDDLE_DEVICE double atan(double x) {
  const double a = fabs(x);
  const bool large = a > 1.0;
  double low;
  // From 2^60 on the angle is pi/2 to the last place, and infinity has no inverse to correct.
  const double bounded = a > 0x1p60 ? 0x1p60 : a;
  const double angle = atanOfRatio(large ? 1.0 : a, large ? bounded : 1.0, low);
  const double near = angle + low;
  const double far = 0x1.921fb54442d18p+0 - (angle + (low - 0x1.1a62633145c07p-54));
  return isNan(x) ? x : copysign(large ? far : near, x);
}

HEDDLE_DEVICE float atan2(float y, float x) {
  float ax = fabs(x), ay = fabs(y);
  const bool nan = isNan(x) || isNan(y);
  const bool steep = ay > ax;
  float large = steep ? ay : ax, small = steep ? ax : ay;
  // Infinite over infinite is one over one; otherwise keep clear of overflow and underflow.
  const bool bothInfinite = small == infinityF();
  const float scale = large > 0x1p100f ? 0x1p-40f : (large < 0x1p-60f ? 0x1p60f : 1.0f);
  large = bothInfinite ? 1.0f : large * scale;
  small = bothInfinite ? 1.0f : small * scale;
  float angle = atanOfRatio(small, large == 0.0f ? 1.0f : large);
  angle = large == infinityF() ? 0.0f : angle;
  angle = steep ? 0x1.921fb6p+0f - (angle + 0x1.777a5cp-25f) : angle;
  angle = (bitsOf(x) >> 31) != 0 ? 0x1.921fb6p+1f - (angle + 0x1.777a5cp-24f) : angle;
  return nan ? quietNanF() : copysign(angle, y);
}
HEDDLE_DEVICE double atan2(double y, double x) {
  double ax = fabs(x), ay = fabs(y);
  const bool nan = isNan(x) || isNan(y);
  const bool steep = ay > ax;
  double large = steep ? ay : ax, small = steep ? ax : ay;
  const bool bothInfinite = small == infinity();
  const double scale = large > 0x1p1000 ? 0x1p-200 : (large < 0x1p-500 ? 0x1p500 : 1.0);
  large = bothInfinite ? 1.0 : large * scale;
  small = bothInfinite ? 1.0 : small * scale;
  double low;
  double angle = atanOfRatio(small, large == 0.0 ? 1.0 : large, low);
  const bool zero = large == infinity();
  angle = zero ? 0.0 : angle;
  low = zero ? 0.0 : low;
  // pi/2 - angle, then pi - that, as pairs.
  const Pair s = sumOrdered(0x1.921fb54442d18p+0, -angle);
  const double sLow = s.low + (0x1.1a62633145c07p-54 - low);
  angle = steep ? s.high : angle;
  low = steep ? sLow : low;
  const Pair w = sumOrdered(0x1.921fb54442d18p+1, -angle);
  const double wLow = w.low + (0x1.1a62633145c07p-53 - low);
  const bool left = (bitsOf(x) >> 63) != 0;
  const double result = left ? w.high + wLow : angle + low;
  return nan ? quietNan() : copysign(result, y);
}

HEDDLE_DEVICE float asin(float x) {
  const float a = fabs(x);
  const bool outer = a > 0.5f;
  const float z = outer ? fmadd(a, -0.5f, 0.5f) : x * x;
  const float t = outer ? sqrt(z) : a;
  const float p = fmadd(z * t, polyAsinF(z), t);
  const float result = outer ? fmadd(p, -2.0f, 0x1.921fb6p+0f) - 0x1.777a5cp-25f : p;
  return copysign(result, x);
}
HEDDLE_DEVICE float acos(float x) {
  const float a = fabs(x);
  const bool outer = a > 0.5f;
  const float z = outer ? fmadd(a, -0.5f, 0.5f) : x * x;
  const float t = outer ? sqrt(z) : x;
  const float p = fmadd(z * t, polyAsinF(z), t);
  const float inner = 0x1.921fb6p+0f - (p + 0x1.777a5cp-25f);
  const float right = p + p;
  const float left = fmadd(p, -2.0f, 0x1.921fb6p+1f) - 0x1.777a5cp-24f;
  return outer ? (x > 0.0f ? right : left) : inner;
}
HEDDLE_DEVICE double asin(double x) {
  const double a = fabs(x);
  const bool outer = a > 0.5;
  const double z = outer ? fmadd(a, -0.5, 0.5) : x * x;
  const double t = outer ? sqrt(z) : a;
  const double p = polyAsin(z);
  // What the square root lost matters beside pi/2.
  const double lost = fmadd(-t, t, z) / (t + t);
  const double tail = fmadd(z * t, p, outer ? (t > 0.0 ? lost : 0.0) : 0.0);
  const Pair s = sumOrdered(0x1.921fb54442d18p+0, -2.0 * t);
  const double far = s.high + (s.low + fmadd(-2.0, tail, 0x1.1a62633145c07p-54));
  return copysign(outer ? far : t + tail, x);
}
HEDDLE_DEVICE double acos(double x) {
  const double a = fabs(x);
  const bool outer = a > 0.5;
  const double z = outer ? fmadd(a, -0.5, 0.5) : x * x;
  const double t = outer ? sqrt(z) : x;
  const double p = polyAsin(z);
  const double lost = fmadd(-t, t, z) / (t + t);
  const double tail = fmadd(z * t, p, outer ? (t > 0.0 ? lost : 0.0) : 0.0);
  const Pair middle = sumOrdered(0x1.921fb54442d18p+0, -t);
  const double inner = middle.high + (middle.low + (0x1.1a62633145c07p-54 - tail));
  const double right = 2.0 * (t + tail);
  const Pair s = sumOrdered(0x1.921fb54442d18p+1, -2.0 * t);
  const double left = s.high + (s.low + fmadd(-2.0, tail, 0x1.1a62633145c07p-53));
  return outer ? (x > 0.0 ? right : left) : inner;
}

} // namespace device
} // namespace heddle

#endif
