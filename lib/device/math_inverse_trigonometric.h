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
  const float difference = small - large, total = small + large;
  const float t = (turned ? difference : small) / (turned ? total : large);
  const float z = t * t;
  const float p = fmadd(z * t, polyAtanF(z), t);
  const float far = 0x1.921fb6p-1f + (p - 0x1.777a5cp-26f);
  return turned ? far : p;
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
  const double sumsLost = fmadd(-t, total.low, difference.low);
  const double residue = fmadd(-t, denominator, numerator);
  const double lost = (residue + (turned ? sumsLost : 0.0)) * inverse;
  const double z = t * t;
  const double rest = fmadd(z * t, polyAtan(z), lost);
  const double high = turned ? 0x1.921fb54442d18p-1 : t;
  const Pair s = sumOrdered(high, turned ? t : 0.0);
  low = s.low + (rest + (turned ? 0x1.1a62633145c07p-55 : 0.0));
  return s.high;
}

HEDDLE_DEVICE float atan(float x) {
  const float a = fabs(x);
  const bool large = a > 1.0f;
  // With one factor infinite the ratio is still 1 / infinity = 0.
  const float angle = atanOfRatio(large ? 1.0f : a, large ? a : 1.0f);
  const float far = 0x1.921fb6p+0f - (angle + 0x1.777a5cp-25f);
  const float result = copysign(large ? far : angle, x);
  return isNan(x) ? x : result;
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
  const double result = copysign(large ? far : near, x);
  return isNan(x) ? x : result;
}

HEDDLE_DEVICE float atan2(float y, float x) {
  float ax = fabs(x), ay = fabs(y);
  const bool nan = isNan(x) || isNan(y);
  const bool steep = ay > ax;
  float large = steep ? ay : ax, small = steep ? ax : ay;
  // Infinite over infinite is one over one; otherwise keep clear of overflow and underflow.
  const bool bothInfinite = small == infinityF();
  const float scale = large > 0x1p100f ? 0x1p-40f : (large < 0x1p-60f ? 0x1p60f : 1.0f);
  large *= scale, small *= scale;
  large = bothInfinite ? 1.0f : large;
  small = bothInfinite ? 1.0f : small;
  float angle = atanOfRatio(small, large == 0.0f ? 1.0f : large);
  angle = large == infinityF() ? 0.0f : angle;
  const float complement = 0x1.921fb6p+0f - (angle + 0x1.777a5cp-25f);
  angle = steep ? complement : angle;
  const float supplement = 0x1.921fb6p+1f - (angle + 0x1.777a5cp-24f);
  angle = copysign((bitsOf(x) >> 31) != 0 ? supplement : angle, y);
  return nan ? quietNanF() : angle;
}
HEDDLE_DEVICE double atan2(double y, double x) {
  double ax = fabs(x), ay = fabs(y);
  const bool nan = isNan(x) || isNan(y);
  const bool steep = ay > ax;
  double large = steep ? ay : ax, small = steep ? ax : ay;
  const bool bothInfinite = small == infinity();
  const double scale = large > 0x1p1000 ? 0x1p-200 : (large < 0x1p-500 ? 0x1p500 : 1.0);
  large *= scale, small *= scale;
  large = bothInfinite ? 1.0 : large;
  small = bothInfinite ? 1.0 : small;
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
  const double leftAngle = w.high + wLow, rightAngle = angle + low;
  const double result = copysign(left ? leftAngle : rightAngle, y);
  return nan ? quietNan() : result;
}

HEDDLE_DEVICE float asin(float x) {
  const float a = fabs(x);
  const bool outer = a > 0.5f;
  const float outerZ = fmadd(a, -0.5f, 0.5f), innerZ = x * x;
  const float z = outer ? outerZ : innerZ;
  const float root = sqrt(z);
  const float t = outer ? root : a;
  const float p = fmadd(z * t, polyAsinF(z), t);
  const float far = fmadd(p, -2.0f, 0x1.921fb6p+0f) - 0x1.777a5cp-25f;
  return copysign(outer ? far : p, x);
}
HEDDLE_DEVICE float acos(float x) {
  const float a = fabs(x);
  const bool outer = a > 0.5f;
  const float outerZ = fmadd(a, -0.5f, 0.5f), innerZ = x * x;
  const float z = outer ? outerZ : innerZ;
  const float root = sqrt(z);
  const float t = outer ? root : x;
  const float p = fmadd(z * t, polyAsinF(z), t);
  const float inner = 0x1.921fb6p+0f - (p + 0x1.777a5cp-25f);
  const float right = p + p;
  const float left = fmadd(p, -2.0f, 0x1.921fb6p+1f) - 0x1.777a5cp-24f;
  const float side = x > 0.0f ? right : left;
  return outer ? side : inner;
}
HEDDLE_DEVICE double asin(double x) {
  const double a = fabs(x);
  const bool outer = a > 0.5;
  const double outerZ = fmadd(a, -0.5, 0.5), innerZ = x * x;
  const double z = outer ? outerZ : innerZ;
  const double root = sqrt(z);
  const double t = outer ? root : a;
  const double p = polyAsin(z);
  // What the square root lost matters beside pi/2; at a root of zero there is nothing.
  const double lost = fmadd(-t, t, z) / (t + t);
  const double tail = fmadd(z * t, p, outer && t > 0.0 ? lost : 0.0);
  const Pair s = sumOrdered(0x1.921fb54442d18p+0, -2.0 * t);
  const double far = s.high + (s.low + fmadd(-2.0, tail, 0x1.1a62633145c07p-54));
  const double near = t + tail;
  return copysign(outer ? far : near, x);
}
HEDDLE_DEVICE double acos(double x) {
  const double a = fabs(x);
  const bool outer = a > 0.5;
  const double outerZ = fmadd(a, -0.5, 0.5), innerZ = x * x;
  const double z = outer ? outerZ : innerZ;
  const double root = sqrt(z);
  const double t = outer ? root : x;
  const double p = polyAsin(z);
  const double lost = fmadd(-t, t, z) / (t + t);
  const double tail = fmadd(z * t, p, outer && t > 0.0 ? lost : 0.0);
  const Pair middle = sumOrdered(0x1.921fb54442d18p+0, -t);
  const double inner = middle.high + (middle.low + (0x1.1a62633145c07p-54 - tail));
  const double right = 2.0 * (t + tail);
  const Pair s = sumOrdered(0x1.921fb54442d18p+1, -2.0 * t);
  const double left = s.high + (s.low + fmadd(-2.0, tail, 0x1.1a62633145c07p-53));
  const double side = x > 0.0 ? right : left;
  return outer ? side : inner;
}

} // namespace device
} // namespace heddle

#endif
