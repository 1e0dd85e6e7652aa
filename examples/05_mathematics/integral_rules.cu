// Shows: midpoint, trapezoid and Simpson's rule on the same smooth function.
// From: T-024, homework of the textbook.
// Try next: a function with a corner, such as fabs(x - 0.3).
#include <cmath>

#include "integral.h"

__device__ double function(double x) {
  return sin(x); // its integral from 0 to pi is 2
}

struct Midpoint {
  __device__ double operator()(double x, double h) const { return h * function(x + h / 2); }
};
struct Trapezoid {
  __device__ double operator()(double x, double h) const {
    return h * (function(x) + function(x + h)) / 2;
  }
};
struct Simpson {
  __device__ double operator()(double x, double h) const {
    return h * (function(x) + 4 * function(x + h / 2) + function(x + h)) / 6;
  }
};

int main() {
  const double pi = 3.14159265358979323846;
  const int steps = 100;
  const double midpoint = std::fabs(integral(Midpoint(), 0, pi, steps) - 2);
  const double trapezoid = std::fabs(integral(Trapezoid(), 0, pi, steps) - 2);
  const double simpson = std::fabs(integral(Simpson(), 0, pi, steps) - 2);
  std::printf("errors: midpoint %.3g, trapezoid %.3g, Simpson %.3g\n", midpoint, trapezoid,
              simpson);
  EXPECT(simpson < midpoint && midpoint < trapezoid);
  EXPECT(std::fabs(trapezoid / midpoint - 2) < 0.01); // twice the error, and of the other sign
  EXPECT(simpson < 1e-8);
  return report();
}
