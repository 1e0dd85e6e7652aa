// Hyperbolic functions and their inverses in single precision, within the documented error.
// Rows L-125 to L-130.
#include "ulp.h"

FLOAT_FUNCTION(sinhf, sinh(x))
FLOAT_FUNCTION(coshf, cosh(x))
FLOAT_FUNCTION(tanhf, tanh(x))
FLOAT_FUNCTION(asinhf, asinh(x))
FLOAT_FUNCTION(acoshf, acosh(x))
FLOAT_FUNCTION(atanhf, atanh(x))

int main() {
  check_sinhf(-10, 10, 3);
  check_sinhf(10, 85, 3);
  check_coshf(-10, 10, 2);
  check_tanhf(-5, 5, 2);
  check_tanhf(-0.3f, 0.3f, 2);
  check_asinhf(-10, 10, 3);
  check_asinhf(10, 1e20f, 3);
  check_acoshf(1, 10, 4);
  check_acoshf(10, 1e20f, 4);
  check_atanhf(-0.999f, 0.999f, 3);
  return ok();
}
