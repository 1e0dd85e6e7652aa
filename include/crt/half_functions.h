// Functions that cuda_fp16.h and cuda_bf16.h have alike, beyond the basic ones of crt/half_types.h;
// both include this file, so it has no guard. They define, beside what half_types.h asks for,
//   __HEDDLE_16BIT, __HEDDLE_16BIT_PAIR  the type and its pair
//   __HEDDLE_16BIT_AS(bits)              the type from its bits
//   __HEDDLE_16BIT_FROM(x, mode)         bits from a float
//   __HEDDLE_16BIT_JOIN(before, after)   a name with the type's name in the middle
//   __HEDDLE_16BIT_PTX, __HEDDLE_16BIT_TANH_ARCH
//                                        the type's name in PTX, and who has tanh.approx for it

#include "half_types.h"

// From integers. What a double cannot hold keeps its rounding as a bit that is set.
#define __HEDDLE_16BIT_FROM_INTEGER(prefix, T)                                                     \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(prefix, _rz)(T x) {                    \
    return __HEDDLE_16BIT_AS(                                                                      \
        __HEDDLE_16BIT_FROM(heddle::device::oddFloatOfInteger(x), roundZero));                     \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(prefix, _ru)(T x) {                    \
    return __HEDDLE_16BIT_AS(__HEDDLE_16BIT_FROM(heddle::device::oddFloatOfInteger(x), roundUp));  \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(prefix, _rd)(T x) {                    \
    return __HEDDLE_16BIT_AS(                                                                      \
        __HEDDLE_16BIT_FROM(heddle::device::oddFloatOfInteger(x), roundDown));                     \
  }
__HEDDLE_16BIT_FROM_INTEGER(__int2, int)
__HEDDLE_16BIT_FROM_INTEGER(__uint2, unsigned int)
__HEDDLE_16BIT_FROM_INTEGER(__short2, short)
__HEDDLE_16BIT_FROM_INTEGER(__ushort2, unsigned short)
__HEDDLE_16BIT_FROM_INTEGER(__ll2, long long)
__HEDDLE_16BIT_FROM_INTEGER(__ull2, unsigned long long)
#undef __HEDDLE_16BIT_FROM_INTEGER

#if defined(__CUDA__) || defined(__CUDACC__)
#define __HEDDLE_16BIT_TO_SMALL(suffix, T, convert, low, high)                                     \
  __HEDDLE_DEVICE__ T __HEDDLE_16BIT_JOIN(__, suffix)(__HEDDLE_16BIT h) {                          \
    return (T)max(low, min(high, convert(__HEDDLE_16BIT_VALUE(h))));                               \
  }
__HEDDLE_16BIT_TO_SMALL(2short_ru, short, __float2int_ru, -32768, 32767)
__HEDDLE_16BIT_TO_SMALL(2short_rd, short, __float2int_rd, -32768, 32767)
__HEDDLE_16BIT_TO_SMALL(2ushort_ru, unsigned short, __float2uint_ru, 0u, 65535u)
__HEDDLE_16BIT_TO_SMALL(2ushort_rd, unsigned short, __float2uint_rd, 0u, 65535u)
__HEDDLE_16BIT_TO_SMALL(2char_rz, signed char, __float2int_rz, -128, 127)
__HEDDLE_16BIT_TO_SMALL(2uchar_rz, unsigned char, __float2uint_rz, 0u, 255u)
#undef __HEDDLE_16BIT_TO_SMALL
#endif

// Arithmetic with clamped results.
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hadd2_sat(__HEDDLE_16BIT_PAIR a,
                                                       __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hsub2_sat(__HEDDLE_16BIT_PAIR a,
                                                       __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hmul2_sat(__HEDDLE_16BIT_PAIR a,
                                                       __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hfma2_sat(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b,
                                                       __HEDDLE_16BIT_PAIR c) {
  return __HEDDLE_16BIT_PAIR(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
// Negative results become zero, NaN the one NaN of the type.
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hfma_relu(__HEDDLE_16BIT a, __HEDDLE_16BIT b,
                                                  __HEDDLE_16BIT c) {
  const __HEDDLE_16BIT value = __hfma(a, b, c);
  if (__hisnan(value))
    return __HEDDLE_16BIT_AS(0x7fffu);
  return __HEDDLE_16BIT_VALUE(value) > 0.0f ? value : __HEDDLE_16BIT_AS(0);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hfma2_relu(__HEDDLE_16BIT_PAIR a,
                                                        __HEDDLE_16BIT_PAIR b,
                                                        __HEDDLE_16BIT_PAIR c) {
  return __HEDDLE_16BIT_PAIR(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
// a b + c of complex numbers, each part two fused operations.
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hcmadd(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b,
                                                    __HEDDLE_16BIT_PAIR c) {
  const __HEDDLE_16BIT real = __hfma(a.x, b.x, c.x);
  const __HEDDLE_16BIT imaginary = __hfma(a.x, b.y, c.y);
  return __HEDDLE_16BIT_PAIR(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

// Comparison of pairs: 1.0 or 0.0 for each, all ones or zeros for each, or both at once.
#define __HEDDLE_16BIT_PAIR_COMPARE(name)                                                          \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __h##name##u2(__HEDDLE_16BIT_PAIR a,                  \
                                                           __HEDDLE_16BIT_PAIR b) {                \
    return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(__h##name##u(a.x, b.x) ? 1.0f : 0.0f),       \
                               __HEDDLE_16BIT_ROUNDED(__h##name##u(a.y, b.y) ? 1.0f : 0.0f));      \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __hb##name##u2(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b) {       \
    return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                                       \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ unsigned int __h##name##2_mask(__HEDDLE_16BIT_PAIR a,                     \
                                                        __HEDDLE_16BIT_PAIR b) {                   \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);        \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ unsigned int __h##name##u2_mask(__HEDDLE_16BIT_PAIR a,                    \
                                                         __HEDDLE_16BIT_PAIR b) {                  \
    return (__h##name##u(a.x, b.x) ? 0xffffu : 0u) | (__h##name##u(a.y, b.y) ? 0xffff0000u : 0u);  \
  }
__HEDDLE_16BIT_PAIR_COMPARE(eq)
__HEDDLE_16BIT_PAIR_COMPARE(ne)
__HEDDLE_16BIT_PAIR_COMPARE(lt)
__HEDDLE_16BIT_PAIR_COMPARE(le)
__HEDDLE_16BIT_PAIR_COMPARE(gt)
__HEDDLE_16BIT_PAIR_COMPARE(ge)
#undef __HEDDLE_16BIT_PAIR_COMPARE
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hisnan2(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(__hisnan(a.x) ? 1.0f : 0.0f),
                             __HEDDLE_16BIT_ROUNDED(__hisnan(a.y) ? 1.0f : 0.0f));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hmax2_nan(__HEDDLE_16BIT_PAIR a,
                                                       __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hmin2_nan(__HEDDLE_16BIT_PAIR a,
                                                       __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y));
}

#include "half_operators.h"

#if defined(__CUDA__) || defined(__CUDACC__)
__HEDDLE_DEVICE__ __HEDDLE_16BIT htanh_approx(__HEDDLE_16BIT a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= __HEDDLE_16BIT_TANH_ARCH
  unsigned short bits;
  asm("tanh.approx." __HEDDLE_16BIT_PTX " %0, %1;" : "=h"(bits) : "h"(a.__x));
  return __HEDDLE_16BIT_AS(bits);
#else
  return htanh(a);
#endif
}
__HEDDLE_DEVICE__ __HEDDLE_16BIT_PAIR h2tanh_approx(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(htanh_approx(a.x), htanh_approx(a.y));
}
#endif

#undef __HEDDLE_16BIT
#undef __HEDDLE_16BIT_PAIR
#undef __HEDDLE_16BIT_AS
#undef __HEDDLE_16BIT_CONVERTS
#undef __HEDDLE_16BIT_FLOAT
#undef __HEDDLE_16BIT_FROM
#undef __HEDDLE_16BIT_JOIN
#undef __HEDDLE_16BIT_NEAREST
#undef __HEDDLE_16BIT_PTX
#undef __HEDDLE_16BIT_ROUNDED
#undef __HEDDLE_16BIT_TANH_ARCH
#undef __HEDDLE_16BIT_VALUE
