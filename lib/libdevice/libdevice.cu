// libdevice, the device math library under the names that compilers other than nvcc call (Numba,
// Triton, Julia, clang). Each function is the CUDA function of nearly the same name.
#include <cuda_fp16.h>

namespace {

// The upper half of the reciprocal of a double, which other code refines.
__device__ double approximateReciprocal(double a) {
  double result;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(result) : "d"(a));
  return result;
}

} // namespace

#define LIBDEVICE(result, name, parameters, expression)                                            \
  extern "C" __device__ result __nv_##name parameters {                                            \
    return expression;                                                                             \
  }
#include "libdevice.def"
