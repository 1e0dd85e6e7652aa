// Bessel functions of integer order: below 8 polynomials around the centres of intervals, with the
// zeros as factors, from 8 on Hankel's expansion; higher orders by recurrence. Float goes through
// double, which costs less than the digits float would need. Unlike the other functions these use
// tables and loops: they are long, and seldom called.
#ifndef HEDDLE_DEVICE_MATH_BESSEL_H
#define HEDDLE_DEVICE_MATH_BESSEL_H

#include "math_bessel_tables.h"
#include "math_exponential.h"
#include "math_logarithm.h"
#include "math_power.h"
#include "math_trigonometric.h"

namespace heddle {
namespace device {

// Coefficients from the highest.
HEDDLE_DEVICE double polynomial(const double* coefficients, int count, double x) {
  double value = coefficients[0];
  for (int i = 1; i < count; ++i)
    value = fmadd(value, x, coefficients[i]);
  return value;
}

// A row of the tables: centre, zero in two parts, 1 where there is none, coefficients.
HEDDLE_DEVICE double onInterval(const double* row, int count, double x) {
  const double value = polynomial(row + 4, count, x - row[0]);
  const double distance = (x - row[1]) - row[2];
  return row[3] != 0.0 ? value : distance * value;
}
HEDDLE_DEVICE const double* intervalOfY(const double (*rows)[22], double x) {
  const int small = x < 1.0 ? (x >= 0.75) : 2 + (x >= 1.5);
  return rows[x < 2.0 ? small : 2 + (int)x];
}

// J and Y for x >= 8: sqrt(2 / (pi x)) times P cos - Q sin and P sin + Q cos of x - pi/4 - n pi/2.
struct Hankel {
  double j, y;
};
HEDDLE_DEVICE Hankel hankel(const double* p, const double* q, int order, double x) {
  const double inverse = 8.0 / x;
  const double z = inverse * inverse;
  const double modulus = polynomial(p, 15, z);
  const double other = inverse * polynomial(q, 15, z);
  double s, c;
  sincos(x, &s, &c);
  // cos and sin of x - pi/4, times sqrt(2); another quarter turn back for order 1
  const double cosine = order == 0 ? c + s : s - c;
  const double sine = order == 0 ? s - c : -(c + s);
  const double scale = 0x1.20dd750429b6dp-1 / sqrt(x); // 1 / sqrt(pi)
  Hankel result;
  result.j = scale * (modulus * cosine - other * sine);
  result.y = scale * (modulus * sine + other * cosine);
  return result;
}

HEDDLE_DEVICE double j0(double x) {
  const double a = fabs(x);
  if (a < 8.0)
    return onInterval(besselJ0[(int)a], 17, a);
  return isNan(x) ? x : a == infinity() ? 0.0 : hankel(besselP0, besselQ0, 0, a).j;
}
HEDDLE_DEVICE double j1(double x) {
  const double a = fabs(x);
  double value = 0.0;
  if (a < 1.0)
    return x * polynomial(besselJ1Small, 10, x * x);
  if (a < 8.0)
    value = onInterval(besselJ1[(int)a], 17, a);
  else
    value = isNan(x) ? x : a == infinity() ? 0.0 : hankel(besselP1, besselQ1, 1, a).j;
  return x < 0.0 ? -value : value;
}
HEDDLE_DEVICE double y0(double x) {
  if (!(x > 0.0))
    return x == 0.0 ? -infinity() : quietNan();
  if (x < 0.5)
    return fmadd(0x1.45f306dc9c883p-1 * log(x), j0(x), polynomial(besselY0Small, 8, x * x));
  if (x < 8.0)
    return onInterval(intervalOfY(besselY0, x), 18, x);
  return x == infinity() ? 0.0 : hankel(besselP0, besselQ0, 0, x).y;
}
HEDDLE_DEVICE double y1(double x) {
  if (!(x > 0.0))
    return x == 0.0 ? -infinity() : quietNan();
  if (x < 0.5) {
    const double regular =
        fmadd(0x1.45f306dc9c883p-1 * log(x), j1(x), x * polynomial(besselY1Small, 8, x * x));
    return regular - 0x1.45f306dc9c883p-1 / x;
  }
  if (x < 8.0)
    return onInterval(intervalOfY(besselY1, x), 18, x);
  return x == infinity() ? 0.0 : hankel(besselP1, besselQ1, 1, x).y;
}

// Upwards where that is stable, up to order x; beyond it downwards from an order so high that J is
// nothing there, scaled by the J0 or J1 that comes out.
HEDDLE_DEVICE double jn(int n, double x) {
  if (n < 0 || isNan(x))
    return quietNan();
  const double a = fabs(x);
  const bool negative = x < 0.0 && (n & 1) != 0;
  double value = 0.0;
  if (n == 0) {
    value = j0(a);
  } else if (n == 1) {
    value = j1(a);
  } else if (a == 0.0 || a == infinity()) {
    value = 0.0;
  } else if ((double)n <= a) {
    double before = j0(a);
    value = j1(a);
    for (int k = 1; k < n; ++k) {
      const double next = 2.0 * k / a * value - before;
      before = value;
      value = next;
    }
  } else {
    // Where the ratios of neighbours have become small for as many orders as double has digits.
    const int start = n + 24 + (int)(sqrt(40.0 * n) < a ? a : sqrt(40.0 * n));
    double above = 0.0, current = 0x1p-900, first = 0.0;
    int scaledDown = 0, scaledAtN = 0;
    for (int k = start; k > 0; --k) {
      const double below = 2.0 * k / a * current - above;
      above = current;
      current = below;
      if (k - 1 == n) {
        value = current;
        scaledAtN = scaledDown;
      }
      if (k == 2)
        first = current;
      if (fabs(current) > 0x1p500) {
        current *= 0x1p-800;
        above *= 0x1p-800;
        first *= 0x1p-800;
        ++scaledDown;
      }
    }
    // Whichever of J0 and J1 is not near a zero.
    const double zeroth = j0(a), exact1 = j1(a);
    const bool useZeroth = fabs(zeroth) > fabs(exact1);
    const double ratio = useZeroth ? zeroth / current : exact1 / first;
    value *= ratio;
    for (int k = scaledAtN; k < scaledDown; ++k)
      value *= 0x1p-800;
  }
  return negative ? -value : value;
}
HEDDLE_DEVICE double yn(int n, double x) {
  if (n < 0 || isNan(x) || x < 0.0)
    return quietNan();
  if (x == 0.0)
    return -infinity();
  double before = y0(x);
  double value = y1(x);
  if (n == 0)
    return before;
  for (int k = 1; k < n; ++k) {
    const double next = 2.0 * k / x * value - before;
    before = value;
    value = next;
    if (value == -infinity())
      break;
  }
  return x == infinity() ? 0.0 : value;
}

// e^x overflows before the result does: from 600 on it comes as 2^64 e^(x - 64 log 2).
HEDDLE_DEVICE double modifiedFar(const double* coefficients, double a) {
  const bool large = a > 600.0;
  const double bounded = a < 1000.0 ? a : 1000.0;
  const Pair reduced = sum(bounded, large ? -0x1.62e42fefa39efp+5 : 0.0);
  const double exponential =
      expOfSum(reduced.high, reduced.low + (large ? -0x1.abc9e3b39803fp-50 : 0.0));
  return exponential * (polynomial(coefficients, 25, 8.0 / a - 0.5) / sqrt(a)) *
         (large ? 0x1p64 : 1.0);
}
HEDDLE_DEVICE double cyl_bessel_i0(double x) {
  const double a = fabs(x);
  if (a < 8.0)
    return polynomial(besselI0Series, 25, 0.25 * x * x);
  return isNan(x) ? x : a == infinity() ? a : modifiedFar(besselI0Far, a);
}
HEDDLE_DEVICE double cyl_bessel_i1(double x) {
  const double a = fabs(x);
  if (a < 8.0)
    return x * polynomial(besselI1Series, 25, 0.25 * x * x);
  const double value = a == infinity() ? a : modifiedFar(besselI1Far, a);
  return isNan(x) ? x : x < 0.0 ? -value : value;
}

HEDDLE_DEVICE float j0(float x) {
  return (float)j0((double)x);
}
HEDDLE_DEVICE float j1(float x) {
  return (float)j1((double)x);
}
HEDDLE_DEVICE float jn(int n, float x) {
  return (float)jn(n, (double)x);
}
HEDDLE_DEVICE float y0(float x) {
  return (float)y0((double)x);
}
HEDDLE_DEVICE float y1(float x) {
  return (float)y1((double)x);
}
HEDDLE_DEVICE float yn(int n, float x) {
  return (float)yn(n, (double)x);
}
HEDDLE_DEVICE float cyl_bessel_i0(float x) {
  return (float)cyl_bessel_i0((double)x);
}
HEDDLE_DEVICE float cyl_bessel_i1(float x) {
  return (float)cyl_bessel_i1((double)x);
}

} // namespace device
} // namespace heddle

#endif
