// tgamma and lgamma: Stirling's series from 8 on, the recurrence below it, reflection for negative
// arguments. Float goes through double, which costs less than the digits float would need.
#ifndef HEDDLE_DEVICE_MATH_GAMMA_H
#define HEDDLE_DEVICE_MATH_GAMMA_H

#include "math_power.h"
#include "math_rounding.h"
#include "math_trigonometric.h"

namespace heddle {
namespace device {

// Where Stirling's series takes over from the recurrence.
struct Shifted {
  double value; // start + offset + n, at least 8
  double lost;  // what that sum lost
  Pair divisor; // (start + offset) (start + offset + 1) ..., n factors
};
HEDDLE_DEVICE Shifted shiftToStirling(double start, double offset) {
  Shifted s;
  s.divisor = pairOf(1.0, 0.0);
  double n = offset;
  // Each factor comes from the start: sums of sums would lose more.
  for (int i = 0; i < 8; ++i) {
    const double factor = start + n;
    const double lost = start - (factor - n);
    const bool below = factor < 8.0;
    const Pair next = product(s.divisor, pairOf(factor, lost));
    s.divisor.high = below ? next.high : s.divisor.high;
    s.divisor.low = below ? next.low : s.divisor.low;
    n += below ? 1.0 : 0.0;
  }
  s.value = start + n;
  s.lost = start - (s.value - n);
  return s;
}

// log(Gamma(y + lost)) for y >= 8: (y - 1/2) log y - y + log(2 pi)/2 + correction.
HEDDLE_DEVICE Pair stirling(double y, double lost) {
  const double inverse = 1.0 / y;
  const double power = y - 0.5;
  const Pair l = logPair(y);
  const Pair p = product(power, l.high);
  const Pair s = sum(p.high, -y);
  const Pair t = sum(s.high, 0x1.d67f1c864beb5p-1);
  const double low = s.low + t.low + fmadd(power, l.low, p.low) - 0x1.65b5a1b7ff5dfp-55;
  const double correction = fmadd(inverse, polyStirling(inverse * inverse), lost * l.high);
  return sum(t.high, correction + low);
}

HEDDLE_DEVICE double tgamma(double x) {
  // Gamma(x) Gamma(1 - x) = pi / sin(pi x)
  const bool reflect = x < 0.5;
  const Shifted y = shiftToStirling(clampTo(reflect ? -x : x, -0.5, 190.0), reflect ? 1.0 : 0.0);
  const Pair l = stirling(y.value, y.lost);
  double result = expOfSum(l.high, l.low) / y.divisor.high;
  if (reflect) {
    // In two factors: Gamma(1 - x) overflows where the result does not yet underflow.
    const double root = expOfSum(-0.5 * l.high, -0.5 * l.low);
    result = 0x1.921fb54442d18p+1 * y.divisor.high / sinpi(x) * root * root;
  }
  // 1/x - gamma + (gamma^2 + pi^2/6) x / 2
  result =
      fabs(x) < 0x1p-20 ? 1.0 / x + fmadd(x, 0x1.fa658c23b1578p-1, -0x1.2788cfc6fb619p-1) : result;
  result = fabs(x) < 0x1p-60 ? 1.0 / x : result;
  return (x < 0.0 && trunc(x) == x) || isNan(x) ? quietNan() : result;
}
HEDDLE_DEVICE float tgamma(float x) {
  return (float)tgamma((double)x);
}

// log Gamma(x) for x > 0. It has zeros at 1 and 2, so each has its own polynomial.
HEDDLE_DEVICE double logGammaPositive(double x) {
  if (x < 3.0) {
    const bool low = x < 0.5;
    const bool one = x < 1.35;
    const double u = low ? x : x - 1.0;
    const double v = x - 2.0;
    const double near = one ? u * polyLogGammaOne(u) : v * polyLogGammaTwo(v);
    return low ? near - log(x) : (x == 1.0 || x == 2.0 ? 0.0 : near);
  }
  const Shifted y = shiftToStirling(x < 0x1p100 ? x : 0x1p100, 0.0);
  const Pair l = stirling(y.value, y.lost);
  const Pair d = logPair(y.divisor.high);
  const double lost = y.divisor.low / y.divisor.high;
  const Pair s = sum(l.high, -d.high);
  const double result = s.high + (s.low + (l.low - d.low - lost));
  // Beyond this only the first two terms count.
  return x < 0x1p60 ? result : x * (log(x) - 1.0);
}
HEDDLE_DEVICE double lgamma(double x) {
  const double a = fabs(x);
  double result = logGammaPositive(a < 0x1p-60 ? 1.0 : a);
  result = a < 0x1p-60 ? -log(a) : result;
  if (x < 0.0) {
    // log|Gamma(x)| = log(pi / |x sin(pi x)|) - log Gamma(-x)
    const double reflected = log(0x1.921fb54442d18p+1 / fabs(a * sinpi(a))) - result;
    result = a < 0x1p-60 ? result : reflected;
    result = trunc(x) == x ? infinity() : result;
  }
  return isNan(x) ? x : (a == infinity() ? infinity() : result);
}
HEDDLE_DEVICE float lgamma(float x) {
  return (float)lgamma((double)x);
}

} // namespace device
} // namespace heddle

#endif
