// Exponentials, logarithms and trigonometric functions in double precision, within the documented
// error. Rows L-104, L-107 to L-117, L-121 to L-123.
#include "ulp.h"

DOUBLE_FUNCTION(exp, expl(x))
DOUBLE_FUNCTION(exp2, exp2l(x))
DOUBLE_FUNCTION(expm1, expm1l(x))
DOUBLE_FUNCTION(log, logl(x))
DOUBLE_FUNCTION(log2, log2l(x))
DOUBLE_FUNCTION(log10, log10l(x))
DOUBLE_FUNCTION(log1p, log1pl(x))
DOUBLE_FUNCTION(cbrt, cbrtl(x))
DOUBLE_FUNCTION(sin, sinl(x))
DOUBLE_FUNCTION(cos, cosl(x))
DOUBLE_FUNCTION(tan, tanl(x))
DOUBLE_FUNCTION(asin, asinl(x))
DOUBLE_FUNCTION(acos, acosl(x))
DOUBLE_FUNCTION(atan, atanl(x))

int main() {
  check_exp(-700, 700, 2);
  check_exp2(-1000, 1000, 2);
  check_expm1(-2, 50, 1);
  check_log(1e-300, 10, 1);
  check_log(0.5, 2, 1);
  check_log2(0.001, 1000, 3);
  check_log10(0.001, 1000, 3);
  check_log1p(-0.9, 10, 2);
  check_cbrt(-1000, 1000, 1);
  check_sin(-20, 20, 2);
  check_sin(0, 1e9, 2);
  check_cos(-20, 20, 2);
  check_cos(0, 1e9, 2);
  check_tan(-20, 20, 4);
  check_asin(-1, 1, 4);
  check_acos(-1, 1, 3);
  check_atan(-50, 50, 2);
  return ok();
}
