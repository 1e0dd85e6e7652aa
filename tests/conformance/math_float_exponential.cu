// Exponentials and logarithms in single precision, within the documented error. Rows L-107 to
// L-114, L-102 to L-105.
#include "ulp.h"

FLOAT_FUNCTION(expf, exp(x))
FLOAT_FUNCTION(exp2f, exp2(x))
FLOAT_FUNCTION(exp10f, pow(10.0, x))
FLOAT_FUNCTION(expm1f, expm1(x))
FLOAT_FUNCTION(logf, log(x))
FLOAT_FUNCTION(log2f, log2(x))
FLOAT_FUNCTION(log10f, log10(x))
FLOAT_FUNCTION(log1pf, log1p(x))
FLOAT_FUNCTION(rsqrtf, 1 / sqrt(x))
FLOAT_FUNCTION(cbrtf, cbrt(x))
FLOAT_FUNCTION(rcbrtf, 1 / cbrt(x))

int main() {
  check_expf(-80, 88, 2);
  check_expf(-1, 1, 2);
  check_exp2f(-120, 127, 2);
  check_exp10f(-37, 38, 2);
  check_expm1f(-10, 80, 1);
  check_expm1f(-0.5f, 0.5f, 1);
  check_logf(1e-30f, 10, 1);
  check_logf(1, 1e30f, 1);
  check_log2f(0.001f, 10, 3);
  check_log2f(1, 1e30f, 3);
  check_log10f(0.001f, 10, 3);
  check_log10f(1, 1e30f, 3);
  check_log1pf(-0.9f, 1, 2);
  check_log1pf(1, 1e6f, 2);
  check_rsqrtf(0.01f, 100, 2);
  check_rsqrtf(1, 1e30f, 2);
  check_cbrtf(-100, 100, 1);
  check_rcbrtf(0.01f, 1000, 2);
  return ok();
}
