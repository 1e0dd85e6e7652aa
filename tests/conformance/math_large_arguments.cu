// Trigonometric functions of very large arguments are still exact to a few units. Row L-172.
#include "ulp.h"

FLOAT_FUNCTION(sinf, sin(x))
FLOAT_FUNCTION(cosf, cos(x))
DOUBLE_FUNCTION(sin, sinl(x))
DOUBLE_FUNCTION(cos, cosl(x))

int main() {
  check_sinf(48000, 1e6f, 2);
  check_sinf(1e20f, 3e38f, 2);
  check_cosf(48000, 1e6f, 2);
  check_cosf(1e20f, 3e38f, 2);
  check_sin(1e9, 1e15, 2);
  check_sin(1e100, 1e300, 2);
  check_cos(1e9, 1e15, 2);
  check_cos(1e100, 1e300, 2);
  return ok();
}
