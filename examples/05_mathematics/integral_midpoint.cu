// Shows: a definite integral by the midpoint rule, as a sum over the whole grid.
// From: T-023, a lab of the textbook.
// Try next: integral_rules.cu, with better rules.
#include <cmath>

#include "integral.h"

__device__ double function(double x) {
  return 4 / (1 + x * x); // its integral from 0 to 1 is pi
}

struct Midpoint {
  __device__ double operator()(double x, double width) const {
    return width * function(x + width / 2);
  }
};

int main() {
  const double pi = 3.14159265358979323846;
  for (int steps = 100; steps <= 10000; steps *= 10) {
    const double error = std::fabs(integral(Midpoint(), 0, 1, steps) - pi);
    std::printf("%5d steps: error %.3g\n", steps, error);
    // The error is h² / 24 times the slope's change, which is 2 here; and some rounding.
    EXPECT(std::fabs(error - 2.0 / 24 / steps / steps) < 1e-12);
  }
  return report();
}
