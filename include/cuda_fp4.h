// 4-bit floating point: e2m1 (numbers up to 6, neither infinities nor NaN), alone, two in a byte
// and four in two.
#ifndef HEDDLE_CUDA_FP4_H
#define HEDDLE_CUDA_FP4_H

/* The names that programs test for. */
#define __CUDA_FP4_H__
#define __CUDA_FP4_TYPES_EXIST__

#include "crt/small_floats.h"
#include "cuda_fp8.h"

#if defined(__cplusplus)

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 = 0 } __nv_fp4_interpretation_t;

namespace heddle {
namespace device {
__HEDDLE_HOST_DEVICE__ SmallFloat formatOf(__nv_fp4_interpretation_t kind) {
  (void)kind;
  const SmallFloat format = {1, 0, 0x7, 0x7, 0x7, 3};
  return format;
}
} // namespace device
} // namespace heddle

__HEDDLE_SMALL_FLOAT_CONVERSIONS(fp4, 4)

#define __HEDDLE_E2M1(x) __nv_cvt_double_to_fp4(x, __NV_E2M1, cudaRoundNearest)
#define __HEDDLE_E2M1_HALF(x) __nv_cvt_fp4_to_halfraw(x, __NV_E2M1)
#define __HEDDLE_E2M1_HALF2(x) __nv_cvt_fp4x2_to_halfraw2(x, __NV_E2M1)
__HEDDLE_SMALL_FLOAT_TYPE(__nv_fp4_e2m1, __nv_fp4_storage_t, __HEDDLE_E2M1, __HEDDLE_E2M1_HALF, 0x7)
__HEDDLE_SMALL_FLOAT_PAIR(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t, __nv_fp4_e2m1, __HEDDLE_E2M1_HALF2,
                          4)
__HEDDLE_SMALL_FLOAT_QUAD(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t, __nv_fp4x2_e2m1, 8)
#undef __HEDDLE_E2M1_HALF2
#undef __HEDDLE_E2M1_HALF
#undef __HEDDLE_E2M1

#endif

#endif
