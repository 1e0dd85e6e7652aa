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

// Numbers that are too large become the largest, and NaN the largest positive one.
__HEDDLE_HOST_DEVICE__ __nv_fp4_storage_t
__nv_cvt_double_to_fp4(const double x, const __nv_fp4_interpretation_t fp4_interpretation,
                       const enum cudaRoundMode rounding) {
  return (__nv_fp4_storage_t)heddle::device::smallFloatFromDouble(
      x, heddle::device::formatOf(fp4_interpretation), true, rounding == cudaRoundZero);
}
__HEDDLE_HOST_DEVICE__ __nv_fp4_storage_t
__nv_cvt_float_to_fp4(const float x, const __nv_fp4_interpretation_t fp4_interpretation,
                      const enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_fp4((double)x, fp4_interpretation, rounding);
}
__HEDDLE_HOST_DEVICE__ __nv_fp4_storage_t
__nv_cvt_halfraw_to_fp4(const __half_raw x, const __nv_fp4_interpretation_t fp4_interpretation,
                        const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4((float)__half(x), fp4_interpretation, rounding);
}
__HEDDLE_HOST_DEVICE__ __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(
    const __nv_bfloat16_raw x, const __nv_fp4_interpretation_t fp4_interpretation,
    const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4((float)__nv_bfloat16(x), fp4_interpretation, rounding);
}

#define __HEDDLE_FP4_PAIR(name, Pair, value)                                                       \
  __HEDDLE_HOST_DEVICE__ __nv_fp4x2_storage_t name(                                                \
      const Pair x, const __nv_fp4_interpretation_t fp4_interpretation,                            \
      const enum cudaRoundMode rounding) {                                                         \
    const unsigned int low = __nv_cvt_double_to_fp4(value(x.x), fp4_interpretation, rounding);     \
    const unsigned int high = __nv_cvt_double_to_fp4(value(x.y), fp4_interpretation, rounding);    \
    return (__nv_fp4x2_storage_t)(high << 4 | low);                                                \
  }
__HEDDLE_FP4_PAIR(__nv_cvt_double2_to_fp4x2, double2, )
__HEDDLE_FP4_PAIR(__nv_cvt_float2_to_fp4x2, float2, (double))
__HEDDLE_FP4_PAIR(__nv_cvt_halfraw2_to_fp4x2, __half2_raw, heddle::device::floatFromHalf)
__HEDDLE_FP4_PAIR(__nv_cvt_bfloat16raw2_to_fp4x2, __nv_bfloat162_raw,
                  heddle::device::floatFromBfloat)
#undef __HEDDLE_FP4_PAIR

__HEDDLE_HOST_DEVICE__ __half_raw __nv_cvt_fp4_to_halfraw(
    const __nv_fp4_storage_t x, const __nv_fp4_interpretation_t fp4_interpretation) {
  __half_raw result;
  result.x = heddle::device::halfFromSmallFloat(x, heddle::device::formatOf(fp4_interpretation));
  return result;
}
__HEDDLE_HOST_DEVICE__ __half2_raw __nv_cvt_fp4x2_to_halfraw2(
    const __nv_fp4x2_storage_t x, const __nv_fp4_interpretation_t fp4_interpretation) {
  __half2_raw result;
  result.x = __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)x, fp4_interpretation).x;
  result.y = __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)(x >> 4), fp4_interpretation).x;
  return result;
}

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
