// 8-bit floating point: e4m3 (no infinities, largest number 448) and e5m2, alone and in vectors of
// two and four. Conversions round to nearest even. And e8m0, powers of two.
#ifndef HEDDLE_CUDA_FP8_H
#define HEDDLE_CUDA_FP8_H

/* The names that programs test for. */
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

#include "crt/small_floats.h"

#if defined(__cplusplus)

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// What becomes of numbers that are too large: infinity or NaN, or the largest finite number.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t fp8_interpretation) {
  const heddle::device::SmallFloat e4m3 = {3, -6, 0x7e, 0x7f, 0x7f, 7};
  const heddle::device::SmallFloat e5m2 = {2, -14, 0x7b, 0x7c, 0x7f, 7};
  return (__nv_fp8_storage_t)heddle::device::smallFloatFromDouble(
      x, fp8_interpretation == __NV_E4M3 ? e4m3 : e5m2, saturate == __NV_SATFINITE, false);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t fp8_interpretation) {
  return __nv_cvt_double_to_fp8((double)x, saturate, fp8_interpretation);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t fp8_interpretation) {
  return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, fp8_interpretation);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                            const __nv_fp8_interpretation_t fp8_interpretation) {
  return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, fp8_interpretation);
}
#define __HEDDLE_FP8_PAIR(name, Pair, single)                                                      \
  __HEDDLE_HOST_DEVICE__ __nv_fp8x2_storage_t name(                                                \
      const Pair x, const __nv_saturation_t saturate,                                              \
      const __nv_fp8_interpretation_t fp8_interpretation) {                                        \
    const unsigned int low = single(x.x, saturate, fp8_interpretation);                            \
    const unsigned int high = single(x.y, saturate, fp8_interpretation);                           \
    return (__nv_fp8x2_storage_t)(high << 8 | low);                                                \
  }
__HEDDLE_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8)
__HEDDLE_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8)
#undef __HEDDLE_FP8_PAIR
__HEDDLE_HOST_DEVICE__ __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                           const __nv_fp8_interpretation_t fp8_interpretation) {
  __half_raw low, high;
  low.x = x.x;
  high.x = x.y;
  return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(high, saturate, fp8_interpretation) << 8 |
                                __nv_cvt_halfraw_to_fp8(low, saturate, fp8_interpretation));
}
__HEDDLE_HOST_DEVICE__ __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
                               const __nv_fp8_interpretation_t fp8_interpretation) {
  __nv_bfloat16_raw low, high;
  low.x = x.x;
  high.x = x.y;
  return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_fp8(high, saturate, fp8_interpretation)
                                    << 8 |
                                __nv_cvt_bfloat16raw_to_fp8(low, saturate, fp8_interpretation));
}

__HEDDLE_HOST_DEVICE__ __half_raw __nv_cvt_fp8_to_halfraw(
    const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t fp8_interpretation) {
  __half_raw result;
  if (fp8_interpretation == __NV_E5M2) {
    result.x = (unsigned short)(x << 8);
    if ((x & 0x7f) > 0x7c)
      result.x = 0x7fff;
    return result;
  }
  const unsigned int sign = (x & 0x80u) << 8, magnitude = x & 0x7fu;
  if (magnitude == 0x7f) {
    result.x = 0x7fff;
    return result;
  }
  // Shifted into place the value is 2^8 too small, subnormal numbers included.
  const float scaled = __half2float(__ushort_as_half((unsigned short)(magnitude << 7))) * 256.0f;
  result.x = (unsigned short)(sign | __half_as_ushort(__float2half(scaled)));
  return result;
}
__HEDDLE_HOST_DEVICE__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t fp8_interpretation) {
  __half2_raw result;
  result.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, fp8_interpretation).x;
  result.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), fp8_interpretation).x;
  return result;
}

#define __HEDDLE_E4M3(x) __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E4M3)
#define __HEDDLE_E4M3_HALF(x) __nv_cvt_fp8_to_halfraw(x, __NV_E4M3)
#define __HEDDLE_E4M3_HALF2(x) __nv_cvt_fp8x2_to_halfraw2(x, __NV_E4M3)
__HEDDLE_SMALL_FLOAT_TYPE(__nv_fp8_e4m3, __nv_fp8_storage_t, __HEDDLE_E4M3, __HEDDLE_E4M3_HALF,
                          0x7f)
__HEDDLE_SMALL_FLOAT_PAIR(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, __nv_fp8_e4m3, __HEDDLE_E4M3_HALF2,
                          8)
__HEDDLE_SMALL_FLOAT_QUAD(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, __nv_fp8x2_e4m3, 16)
#undef __HEDDLE_E4M3_HALF2
#undef __HEDDLE_E4M3_HALF
#undef __HEDDLE_E4M3

#define __HEDDLE_E5M2(x) __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E5M2)
#define __HEDDLE_E5M2_HALF(x) __nv_cvt_fp8_to_halfraw(x, __NV_E5M2)
#define __HEDDLE_E5M2_HALF2(x) __nv_cvt_fp8x2_to_halfraw2(x, __NV_E5M2)
__HEDDLE_SMALL_FLOAT_TYPE(__nv_fp8_e5m2, __nv_fp8_storage_t, __HEDDLE_E5M2, __HEDDLE_E5M2_HALF,
                          0x7f)
__HEDDLE_SMALL_FLOAT_PAIR(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, __nv_fp8_e5m2, __HEDDLE_E5M2_HALF2,
                          8)
__HEDDLE_SMALL_FLOAT_QUAD(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, __nv_fp8x2_e5m2, 16)
#undef __HEDDLE_E5M2_HALF2
#undef __HEDDLE_E5M2_HALF
#undef __HEDDLE_E5M2

// Scale factors, e8m0: powers of two from 2^-127 to 2^127, without sign or zero; 0xff is NaN.
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t __nv_cvt_double_to_e8m0(
    const double x, const __nv_saturation_t saturate, const enum cudaRoundMode rounding) {
  const unsigned long long magnitude =
      __builtin_bit_cast(unsigned long long, x) & 0x7fffffffffffffffull;
  if (magnitude > 0x7ff0000000000000ull)
    return (__nv_fp8_storage_t)0xff;
  long long exponent = (long long)(magnitude >> 52) - 1023 + 127;
  if (exponent < 0)
    return (__nv_fp8_storage_t)0;
  if (rounding == cudaRoundPosInf && (magnitude & 0xfffffffffffffull) != 0)
    ++exponent;
  if (exponent > 254)
    exponent = saturate == __NV_SATFINITE ? 254 : 255;
  return (__nv_fp8_storage_t)exponent;
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t __nv_cvt_float_to_e8m0(
    const float x, const __nv_saturation_t saturate, const enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0((double)x, saturate, rounding);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                             const enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0(heddle::device::floatFromBfloat(x.x), saturate, rounding);
}
#define __HEDDLE_E8M0_PAIR(name, Pair, value)                                                      \
  __HEDDLE_HOST_DEVICE__ __nv_fp8x2_storage_t name(const Pair x, const __nv_saturation_t saturate, \
                                                   const enum cudaRoundMode rounding) {            \
    const unsigned int low = __nv_cvt_double_to_e8m0(value(x.x), saturate, rounding);              \
    const unsigned int high = __nv_cvt_double_to_e8m0(value(x.y), saturate, rounding);             \
    return (__nv_fp8x2_storage_t)(high << 8 | low);                                                \
  }
__HEDDLE_E8M0_PAIR(__nv_cvt_double2_to_e8m0x2, double2, )
__HEDDLE_E8M0_PAIR(__nv_cvt_float2_to_e8m0x2, float2, (double))
__HEDDLE_E8M0_PAIR(__nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw,
                   heddle::device::floatFromBfloat)
#undef __HEDDLE_E8M0_PAIR

__HEDDLE_HOST_DEVICE__ __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  __nv_bfloat16_raw result;
  // The least one is a subnormal number there, and NaN is NaN.
  result.x = (unsigned short)(x == 0xff ? 0x7fff : x == 0 ? 0x40 : x << 7);
  return result;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162_raw
__nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  __nv_bfloat162_raw result;
  result.x = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x;
  result.y = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x;
  return result;
}

#define __HEDDLE_E8M0(x) __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)
struct __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  __HEDDLE_SMALL_FLOAT_FROM_NUMBERS(__nv_fp8_e8m0, __HEDDLE_E8M0)
  explicit __HEDDLE_SMALL_FLOAT__ operator __nv_bfloat16() const {
    return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x));
  }
  explicit __HEDDLE_SMALL_FLOAT__ operator float() const {
    return __bfloat162float((__nv_bfloat16) * this);
  }
  explicit __HEDDLE_SMALL_FLOAT__ operator double() const { return (double)(float)*this; }
  explicit __HEDDLE_SMALL_FLOAT__ operator __half() const { return __float2half((float)*this); }
  explicit __HEDDLE_SMALL_FLOAT__ operator bool() const { return true; }
  __HEDDLE_SMALL_FLOAT_TO_INTEGERS
};
#undef __HEDDLE_E8M0
struct __align__(2) __nv_fp8x2_e8m0 {
  __HEDDLE_SMALL_FLOAT_PAIR_MEMBERS(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t, __nv_fp8_e8m0, 8)
  explicit __HEDDLE_SMALL_FLOAT__ operator __nv_bfloat162() const {
    return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x));
  }
  explicit __HEDDLE_SMALL_FLOAT__ operator float2() const {
    return __bfloat1622float2((__nv_bfloat162) * this);
  }
  explicit __HEDDLE_SMALL_FLOAT__ operator __half2() const {
    const float2 f = (float2) * this;
    return __half2(__float2half(f.x), __float2half(f.y));
  }
};
__HEDDLE_SMALL_FLOAT_QUAD(__nv_fp8x4_e8m0, __nv_fp8x4_storage_t, __nv_fp8x2_e8m0, 16)

#endif

#endif
