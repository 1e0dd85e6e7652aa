// 6-bit floating point: e2m3 (numbers up to 7.5) and e3m2 (up to 28), neither with infinities nor
// NaN, each in a byte of its own.
#ifndef HEDDLE_CUDA_FP6_H
#define HEDDLE_CUDA_FP6_H

/* The names that programs test for. */
#define __CUDA_FP6_H__
#define __CUDA_FP6_TYPES_EXIST__

#include "crt/small_floats.h"
#include "cuda_fp8.h"

#if defined(__cplusplus)

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;

typedef enum __nv_fp6_interpretation_t { __NV_E2M3 = 0, __NV_E3M2 = 1 } __nv_fp6_interpretation_t;

namespace heddle {
namespace device {
__HEDDLE_HOST_DEVICE__ SmallFloat formatOf(__nv_fp6_interpretation_t kind) {
  const SmallFloat e2m3 = {3, 0, 0x1f, 0x1f, 0x1f, 5}, e3m2 = {2, -2, 0x1f, 0x1f, 0x1f, 5};
  return kind == __NV_E2M3 ? e2m3 : e3m2;
}
} // namespace device
} // namespace heddle

__HEDDLE_SMALL_FLOAT_CONVERSIONS(fp6, 8)

#define __HEDDLE_E2M3(x) __nv_cvt_double_to_fp6(x, __NV_E2M3, cudaRoundNearest)
#define __HEDDLE_E2M3_HALF(x) __nv_cvt_fp6_to_halfraw(x, __NV_E2M3)
#define __HEDDLE_E2M3_HALF2(x) __nv_cvt_fp6x2_to_halfraw2(x, __NV_E2M3)
__HEDDLE_SMALL_FLOAT_TYPE(__nv_fp6_e2m3, __nv_fp6_storage_t, __HEDDLE_E2M3, __HEDDLE_E2M3_HALF,
                          0x1f)
__HEDDLE_SMALL_FLOAT_PAIR(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t, __nv_fp6_e2m3, __HEDDLE_E2M3_HALF2,
                          8)
__HEDDLE_SMALL_FLOAT_QUAD(__nv_fp6x4_e2m3, __nv_fp6x4_storage_t, __nv_fp6x2_e2m3, 16)
#undef __HEDDLE_E2M3_HALF2
#undef __HEDDLE_E2M3_HALF
#undef __HEDDLE_E2M3

#define __HEDDLE_E3M2(x) __nv_cvt_double_to_fp6(x, __NV_E3M2, cudaRoundNearest)
#define __HEDDLE_E3M2_HALF(x) __nv_cvt_fp6_to_halfraw(x, __NV_E3M2)
#define __HEDDLE_E3M2_HALF2(x) __nv_cvt_fp6x2_to_halfraw2(x, __NV_E3M2)
__HEDDLE_SMALL_FLOAT_TYPE(__nv_fp6_e3m2, __nv_fp6_storage_t, __HEDDLE_E3M2, __HEDDLE_E3M2_HALF,
                          0x1f)
__HEDDLE_SMALL_FLOAT_PAIR(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t, __nv_fp6_e3m2, __HEDDLE_E3M2_HALF2,
                          8)
__HEDDLE_SMALL_FLOAT_QUAD(__nv_fp6x4_e3m2, __nv_fp6x4_storage_t, __nv_fp6x2_e3m2, 16)
#undef __HEDDLE_E3M2_HALF2
#undef __HEDDLE_E3M2_HALF
#undef __HEDDLE_E3M2

#endif

#endif
