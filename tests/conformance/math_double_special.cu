// Hyperbolic, error and gamma functions in double precision, within the documented error.
// Rows L-125 to L-137.
#include "ulp.h"

DOUBLE_FUNCTION(sinh, sinhl(x))
DOUBLE_FUNCTION(cosh, coshl(x))
DOUBLE_FUNCTION(tanh, tanhl(x))
DOUBLE_FUNCTION(asinh, asinhl(x))
DOUBLE_FUNCTION(acosh, acoshl(x))
DOUBLE_FUNCTION(atanh, atanhl(x))
DOUBLE_FUNCTION(erf, erfl(x))
DOUBLE_FUNCTION(erfc, erfcl(x))
DOUBLE_FUNCTION(lgamma, lgammal(x))
DOUBLE_FUNCTION(tgamma, tgammal(x))

int main() {
  check_sinh(-20, 20, 3);
  check_cosh(-20, 20, 2);
  check_tanh(-10, 10, 2);
  check_asinh(-20, 20, 3);
  check_acosh(1, 100, 4);
  check_atanh(-0.999, 0.999, 3);
  check_erf(-5, 5, 3);
  check_erfc(-5, 20, 6);
  check_lgamma(0.1, 100, 6);
  check_tgamma(0.1, 100, 11);
  return ok();
}
