// Trigonometric functions in single precision, within the documented error. Rows L-115 to L-123.
#include "ulp.h"

FLOAT_FUNCTION(sinf, sin(x))
FLOAT_FUNCTION(cosf, cos(x))
FLOAT_FUNCTION(tanf, tan(x))
FLOAT_FUNCTION(sinpif, sin(x* M_PI))
FLOAT_FUNCTION(cospif, cos(x* M_PI))
FLOAT_FUNCTION(asinf, asin(x))
FLOAT_FUNCTION(acosf, acos(x))
FLOAT_FUNCTION(atanf, atan(x))

__device__ float sineOf(float x) {
  float s, c;
  sincosf(x, &s, &c);
  return s;
}
__device__ float cosineOf(float x) {
  float s, c;
  sincosf(x, &s, &c);
  return c;
}
FLOAT_FUNCTION(sineOf, sin(x))
FLOAT_FUNCTION(cosineOf, cos(x))

int main() {
  check_sinf(-10, 10, 2);
  check_sinf(0, 40000, 2);
  check_cosf(-10, 10, 2);
  check_cosf(0, 40000, 2);
  check_tanf(-10, 10, 4);
  check_sinpif(0.01f, 0.49f, 2);
  check_cospif(0.01f, 0.49f, 2);
  check_asinf(-1, 1, 4);
  check_acosf(-1, 1, 3);
  check_atanf(-20, 20, 2);
  check_sineOf(-10, 10, 2);
  check_cosineOf(-10, 10, 2);
  return ok();
}
