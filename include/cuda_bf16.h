// bfloat16, the upper half of a float: types, conversions, arithmetic, comparison, and the
// functions on pairs.
#ifndef HEDDLE_CUDA_BF16_H
#define HEDDLE_CUDA_BF16_H

/* The name that programs test for. */
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include "crt/half_bits.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

typedef struct {
  unsigned short x;
} __nv_bfloat16_raw;
typedef struct {
  unsigned short x, y;
} __nv_bfloat162_raw;

#if defined(__cplusplus)

namespace heddle {
namespace device {
__HEDDLE_HOST_DEVICE__ unsigned short nearestBfloat(float x) {
  return bfloatFromFloat(x, roundNearest);
}
} // namespace device
} // namespace heddle

#define __HEDDLE_16BIT_FROM(x, mode) heddle::device::bfloatFromFloat(x, heddle::device::mode)
#define __HEDDLE_16BIT_NEAREST(x) heddle::device::nearestBfloat(x)
#define __HEDDLE_16BIT_FLOAT(bits) heddle::device::floatFromBfloat(bits)
#define __HEDDLE_16BIT __nv_bfloat16
#define __HEDDLE_16BIT_OTHER __half
#define __HEDDLE_16BIT_PAIR __nv_bfloat162
#define __HEDDLE_16BIT_AS(bits) __ushort_as_bfloat16((unsigned short)(bits))
#define __HEDDLE_16BIT_JOIN(before, after) before##bfloat16##after
#define __HEDDLE_16BIT_PTX "bf16"
#define __HEDDLE_16BIT_ATOMIC_ARCH 900
#define __HEDDLE_16BIT_TANH_ARCH 900
#define __HEDDLE_16BIT_RAW __nv_bfloat16_raw
#define __HEDDLE_16BIT_PAIR_RAW __nv_bfloat162_raw
#define __HEDDLE_16BIT_INFINITY 0x7f80u
// Programs define this where the conversions would make other overloads ambiguous, and these where
// they have operators of their own.
#if defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define __HEDDLE_16BIT_CONVERTS 0
#else
#define __HEDDLE_16BIT_CONVERTS 1
#endif
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define __HEDDLE_16BIT_HAS_OPERATORS 0
#else
#define __HEDDLE_16BIT_HAS_OPERATORS 1
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define __HEDDLE_16BIT_PAIR_HAS_OPERATORS 0
#else
#define __HEDDLE_16BIT_PAIR_HAS_OPERATORS 1
#endif
#include "crt/half_functions.h"

#define __HEDDLE_CONVERSION__ __inline__ __attribute__((always_inline)) __host__ __device__
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
__HEDDLE_CONVERSION__ __half::__half(const __nv_bfloat16& other)
    : __x(__float2half(__bfloat162float(other)).__x) {}
#endif
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
__HEDDLE_CONVERSION__ __nv_bfloat16::__nv_bfloat16(const __half& other)
    : __x(__float2bfloat16(__half2float(other)).__x) {}
#endif
#undef __HEDDLE_CONVERSION__

// Programs define this where they have types of their own with these names.
#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}

#endif

#endif
