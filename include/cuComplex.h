/* Complex numbers as vectors of two, for C and C++, host and device. Quotients and absolute values
   are scaled, so that they overflow only where the result does. */
#ifndef HEDDLE_CUCOMPLEX_H
#define HEDDLE_CUCOMPLEX_H

/* The name that programs test for. */
#define CU_COMPLEX_H_

#include "vector_types.h"

#include <math.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __HEDDLE_COMPLEX__ __host__ __device__ static __inline__

#define __HEDDLE_COMPLEX(Complex, Real, suffix, make, absolute, root, largest)                     \
  __HEDDLE_COMPLEX__ Complex make(Real r, Real i) {                                                \
    Complex result;                                                                                \
    result.x = r;                                                                                  \
    result.y = i;                                                                                  \
    return result;                                                                                 \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Real cuCreal##suffix(Complex x) {                                             \
    return x.x;                                                                                    \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Real cuCimag##suffix(Complex x) {                                             \
    return x.y;                                                                                    \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Complex cuConj##suffix(Complex x) {                                           \
    return make(x.x, -x.y);                                                                        \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Complex cuCadd##suffix(Complex x, Complex y) {                                \
    return make(x.x + y.x, x.y + y.y);                                                             \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Complex cuCsub##suffix(Complex x, Complex y) {                                \
    return make(x.x - y.x, x.y - y.y);                                                             \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Complex cuCmul##suffix(Complex x, Complex y) {                                \
    return make((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x));                             \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Complex cuCdiv##suffix(Complex x, Complex y) {                                \
    const Real scale = (Real)1 / (absolute(y.x) + absolute(y.y));                                  \
    const Real xr = x.x * scale, xi = x.y * scale;                                                 \
    const Real yr = y.x * scale, yi = y.y * scale;                                                 \
    const Real quotient = (Real)1 / ((yr * yr) + (yi * yi));                                       \
    return make(((xr * yr) + (xi * yi)) * quotient, ((xi * yr) - (xr * yi)) * quotient);           \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Real cuCabs##suffix(Complex x) {                                              \
    const Real a = absolute(x.x), b = absolute(x.y);                                               \
    const Real large = a > b ? a : b, small = a > b ? b : a;                                       \
    const Real ratio = small / large;                                                              \
    const Real result = large * root((Real)1 + ratio * ratio);                                     \
    return large == 0 || large > largest || small > largest ? a + b : result;                      \
  }                                                                                                \
  __HEDDLE_COMPLEX__ Complex cuCfma##suffix(Complex x, Complex y, Complex d) {                     \
    Real real = (x.x * y.x) + d.x, imaginary = (x.x * y.y) + d.y;                                  \
    real = -(x.y * y.y) + real;                                                                    \
    imaginary = (x.y * y.x) + imaginary;                                                           \
    return make(real, imaginary);                                                                  \
  }

__HEDDLE_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, fabsf, sqrtf, 3.402823466e38f)
__HEDDLE_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, fabs, sqrt,
                 1.79769313486231570e+308)

__HEDDLE_COMPLEX__ cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}
__HEDDLE_COMPLEX__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
  return make_cuDoubleComplex((double)c.x, (double)c.y);
}
__HEDDLE_COMPLEX__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
  return make_cuFloatComplex((float)c.x, (float)c.y);
}

#undef __HEDDLE_COMPLEX
#undef __HEDDLE_COMPLEX__

#if defined(__cplusplus)
}
#endif

#endif
