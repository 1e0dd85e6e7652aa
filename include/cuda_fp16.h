// 16-bit IEEE floating point: types, conversions, arithmetic, comparison, and the functions on
// pairs.
#ifndef HEDDLE_CUDA_FP16_H
#define HEDDLE_CUDA_FP16_H

/* The name that programs test for. */
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include "crt/half_bits.h"
#include "cuda_runtime.h"

typedef struct {
  unsigned short x;
} __half_raw;
typedef struct {
  unsigned short x, y;
} __half2_raw;

#if defined(__cplusplus)

namespace heddle {
namespace device {
__HEDDLE_HOST_DEVICE__ unsigned short nearestHalf(float x) {
#if defined(__CUDA_ARCH__)
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
#else
  return halfFromFloat(x, roundNearest);
#endif
}
__HEDDLE_HOST_DEVICE__ float halfToFloat(unsigned short bits) {
#if defined(__CUDA_ARCH__)
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
#else
  return floatFromHalf(bits);
#endif
}
} // namespace device
} // namespace heddle

#define __HEDDLE_16BIT_FROM(x, mode) heddle::device::halfFromFloat(x, heddle::device::mode)
#define __HEDDLE_16BIT_NEAREST(x) heddle::device::nearestHalf(x)
#define __HEDDLE_16BIT_FLOAT(bits) heddle::device::halfToFloat(bits)
#define __HEDDLE_16BIT __half
#define __HEDDLE_16BIT_OTHER __nv_bfloat16
#define __HEDDLE_16BIT_PAIR __half2
#define __HEDDLE_16BIT_AS(bits) __ushort_as_half((unsigned short)(bits))
#define __HEDDLE_16BIT_JOIN(before, after) before##half##after
#define __HEDDLE_16BIT_PTX "f16"
#define __HEDDLE_16BIT_ATOMIC_ARCH 700
#define __HEDDLE_16BIT_TANH_ARCH 750
#define __HEDDLE_16BIT_RAW __half_raw
#define __HEDDLE_16BIT_PAIR_RAW __half2_raw
#define __HEDDLE_16BIT_INFINITY 0x7c00u
// Programs define this where the conversions would make other overloads ambiguous, and these where
// they have operators of their own.
#if defined(__CUDA_NO_HALF_CONVERSIONS__)
#define __HEDDLE_16BIT_CONVERTS 0
#else
#define __HEDDLE_16BIT_CONVERTS 1
#endif
#if defined(__CUDA_NO_HALF_OPERATORS__)
#define __HEDDLE_16BIT_HAS_OPERATORS 0
#else
#define __HEDDLE_16BIT_HAS_OPERATORS 1
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define __HEDDLE_16BIT_PAIR_HAS_OPERATORS 0
#else
#define __HEDDLE_16BIT_PAIR_HAS_OPERATORS 1
#endif
#include "crt/half_functions.h"

// Programs define this where they have types of their own with these names.
#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

__HEDDLE_HOST_DEVICE__ __half2 __half2half2(__half a) {
  return __half2(a, a);
}

#endif

#endif
