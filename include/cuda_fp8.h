// 8-bit floating point: e4m3 (no infinities, largest number 448) and e5m2, alone and in vectors of
// two and four. Conversions round to nearest even in integer arithmetic, the same on both sides.
#ifndef HEDDLE_CUDA_FP8_H
#define HEDDLE_CUDA_FP8_H

/* The names that programs test for. */
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "vector_types.h"

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
  const bool e4m3 = fp8_interpretation == __NV_E4M3;
  const int mantissaBits = e4m3 ? 3 : 2, smallest = e4m3 ? -6 : -14;
  const unsigned int largest = e4m3 ? 0x7e : 0x7b, tooLarge = e4m3 ? 0x7f : 0x7c;
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned int sign = (unsigned int)(bits >> 56) & 0x80;
  const unsigned long long magnitude = bits & 0x7fffffffffffffffull;
  if (magnitude > 0x7ff0000000000000ull)
    return (__nv_fp8_storage_t)0x7f;
  const int exponent = (int)(magnitude >> 52) - 1023;
  const unsigned long long mantissa =
      (magnitude & 0xfffffffffffffull) | (magnitude >> 52 != 0 ? 0x10000000000000ull : 0);
  int shift = 52 - mantissaBits + (exponent < smallest ? smallest - exponent : 0);
  shift = shift > 62 ? 62 : shift;
  unsigned long long result = mantissa >> shift;
  const unsigned long long rest = mantissa & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  if (exponent >= smallest)
    result += (unsigned long long)(exponent - smallest) << mantissaBits;
  result += rest > half || (rest == half && (result & 1) != 0) ? 1 : 0;
  if (result > largest)
    result = saturate == __NV_SATFINITE ? largest : tooLarge;
  return (__nv_fp8_storage_t)(sign | (unsigned int)result);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t fp8_interpretation) {
  return __nv_cvt_double_to_fp8((double)x, saturate, fp8_interpretation);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t fp8_interpretation) {
  return __nv_cvt_float_to_fp8((float)__half(x), saturate, fp8_interpretation);
}
__HEDDLE_HOST_DEVICE__ __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                            const __nv_fp8_interpretation_t fp8_interpretation) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturate, fp8_interpretation);
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
  const float scaled = (float)__ushort_as_half((unsigned short)(magnitude << 7)) * 256.0f;
  result.x = (unsigned short)(sign | __half_as_ushort(__half(scaled)));
  return result;
}
__HEDDLE_HOST_DEVICE__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t fp8_interpretation) {
  __half2_raw result;
  result.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, fp8_interpretation).x;
  result.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), fp8_interpretation).x;
  return result;
}

#define __HEDDLE_FP8__ __inline__ __attribute__((always_inline)) __host__ __device__

namespace heddle {
namespace device {
// Towards zero, held within the type; NaN becomes zero.
template <class T>
__HEDDLE_HOST_DEVICE__ T integerFromFloat(float x, long long low, unsigned long long high) {
  if (x != x)
    return 0;
  if (x <= (float)low)
    return (T)low;
  return x >= (float)high ? (T)high : (T)x;
}
} // namespace device
} // namespace heddle

#define __HEDDLE_FP8_FROM_INTEGER(name, T, interpretation)                                         \
  explicit __HEDDLE_FP8__ name(const T x)                                                          \
      : __x(__nv_cvt_double_to_fp8((double)x, __NV_SATFINITE, interpretation)) {}
#define __HEDDLE_FP8_TO_INTEGER(T, low, high)                                                      \
  explicit __HEDDLE_FP8__ operator T() const {                                                     \
    return heddle::device::integerFromFloat<T>((float)*this, low, high);                           \
  }
#define __HEDDLE_FP8_TYPES(format, interpretation)                                                 \
  struct __nv_fp8_##format {                                                                       \
    __nv_fp8_storage_t __x;                                                                        \
    __nv_fp8_##format() = default;                                                                 \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, unsigned short int, interpretation)               \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, short int, interpretation)                        \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, unsigned int, interpretation)                     \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, int, interpretation)                              \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, unsigned long int, interpretation)                \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, long int, interpretation)                         \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, unsigned long long int, interpretation)           \
    __HEDDLE_FP8_FROM_INTEGER(__nv_fp8_##format, long long int, interpretation)                    \
    explicit __HEDDLE_FP8__ __nv_fp8_##format(const float f)                                       \
        : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, interpretation)) {}                         \
    explicit __HEDDLE_FP8__ __nv_fp8_##format(const double f)                                      \
        : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, interpretation)) {}                        \
    explicit __HEDDLE_FP8__ __nv_fp8_##format(const __half f)                                      \
        : __x(__nv_cvt_float_to_fp8((float)f, __NV_SATFINITE, interpretation)) {}                  \
    explicit __HEDDLE_FP8__ __nv_fp8_##format(const __nv_bfloat16 f)                               \
        : __x(__nv_cvt_float_to_fp8((float)f, __NV_SATFINITE, interpretation)) {}                  \
    explicit __HEDDLE_FP8__ operator __half() const {                                              \
      return __half(__nv_cvt_fp8_to_halfraw(__x, interpretation));                                 \
    }                                                                                              \
    explicit __HEDDLE_FP8__ operator float() const {                                               \
      return (float)(__half) * this;                                                               \
    }                                                                                              \
    explicit __HEDDLE_FP8__ operator double() const {                                              \
      return (double)(float)*this;                                                                 \
    }                                                                                              \
    explicit __HEDDLE_FP8__ operator __nv_bfloat16() const {                                       \
      return __nv_bfloat16((float)*this);                                                          \
    }                                                                                              \
    explicit __HEDDLE_FP8__ operator bool() const {                                                \
      return (__x & 0x7f) != 0;                                                                    \
    }                                                                                              \
    __HEDDLE_FP8_TO_INTEGER(unsigned char, 0, 255)                                                 \
    __HEDDLE_FP8_TO_INTEGER(signed char, -128, 127)                                                \
    __HEDDLE_FP8_TO_INTEGER(char, (char)-1 < 0 ? -128 : 0, (char)-1 < 0 ? 127 : 255)               \
    __HEDDLE_FP8_TO_INTEGER(unsigned short int, 0, 65535)                                          \
    __HEDDLE_FP8_TO_INTEGER(short int, -32768, 32767)                                              \
    __HEDDLE_FP8_TO_INTEGER(unsigned int, 0, 0xffffffffull)                                        \
    __HEDDLE_FP8_TO_INTEGER(int, -2147483648ll, 2147483647ull)                                     \
    __HEDDLE_FP8_TO_INTEGER(unsigned long int, 0, ~0ull)                                           \
    __HEDDLE_FP8_TO_INTEGER(long int, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffull)            \
    __HEDDLE_FP8_TO_INTEGER(unsigned long long int, 0, ~0ull)                                      \
    __HEDDLE_FP8_TO_INTEGER(long long int, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffull)       \
  };                                                                                               \
  struct __align__(2) __nv_fp8x2_##format {                                                        \
    __nv_fp8x2_storage_t __x;                                                                      \
    __nv_fp8x2_##format() = default;                                                               \
    explicit __HEDDLE_FP8__ __nv_fp8x2_##format(const __half2 f)                                   \
        : __x(__nv_cvt_halfraw2_to_fp8x2((__half2_raw)f, __NV_SATFINITE, interpretation)) {}       \
    explicit __HEDDLE_FP8__ __nv_fp8x2_##format(const __nv_bfloat162 f)                            \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2((__nv_bfloat162_raw)f, __NV_SATFINITE,                \
                                             interpretation)) {}                                   \
    explicit __HEDDLE_FP8__ __nv_fp8x2_##format(const float2 f)                                    \
        : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, interpretation)) {}                      \
    explicit __HEDDLE_FP8__ __nv_fp8x2_##format(const double2 f)                                   \
        : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, interpretation)) {}                     \
    explicit __HEDDLE_FP8__ operator __half2() const {                                             \
      return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, interpretation));                             \
    }                                                                                              \
    explicit __HEDDLE_FP8__ operator float2() const {                                              \
      const __half2 h = (__half2) * this;                                                          \
      const float2 result = {(float)h.x, (float)h.y};                                              \
      return result;                                                                               \
    }                                                                                              \
  };                                                                                               \
  struct __align__(4) __nv_fp8x4_##format {                                                        \
    __nv_fp8x4_storage_t __x;                                                                      \
    __nv_fp8x4_##format() = default;                                                               \
    explicit __HEDDLE_FP8__ __nv_fp8x4_##format(const __half2 low, const __half2 high)             \
        : __x((__nv_fp8x4_storage_t)__nv_fp8x2_##format(high).__x << 16 |                          \
              __nv_fp8x2_##format(low).__x) {}                                                     \
    explicit __HEDDLE_FP8__ __nv_fp8x4_##format(const __nv_bfloat162 low,                          \
                                                const __nv_bfloat162 high)                         \
        : __x((__nv_fp8x4_storage_t)__nv_fp8x2_##format(high).__x << 16 |                          \
              __nv_fp8x2_##format(low).__x) {}                                                     \
    explicit __HEDDLE_FP8__ __nv_fp8x4_##format(const float4 f) {                                  \
      const float2 low = {f.x, f.y}, high = {f.z, f.w};                                            \
      __x = (__nv_fp8x4_storage_t)__nv_fp8x2_##format(high).__x << 16 |                            \
            __nv_fp8x2_##format(low).__x;                                                          \
    }                                                                                              \
    explicit __HEDDLE_FP8__ __nv_fp8x4_##format(const double4 f) {                                 \
      const double2 low = {f.x, f.y}, high = {f.z, f.w};                                           \
      __x = (__nv_fp8x4_storage_t)__nv_fp8x2_##format(high).__x << 16 |                            \
            __nv_fp8x2_##format(low).__x;                                                          \
    }                                                                                              \
    explicit __HEDDLE_FP8__ operator float4() const {                                              \
      __nv_fp8x2_##format low, high;                                                               \
      low.__x = (__nv_fp8x2_storage_t)__x;                                                         \
      high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                                                \
      const float2 a = (float2)low, b = (float2)high;                                              \
      const float4 result = {a.x, a.y, b.x, b.y};                                                  \
      return result;                                                                               \
    }                                                                                              \
  };

__HEDDLE_FP8_TYPES(e4m3, __NV_E4M3)
__HEDDLE_FP8_TYPES(e5m2, __NV_E5M2)

#undef __HEDDLE_FP8_TYPES
#undef __HEDDLE_FP8_TO_INTEGER
#undef __HEDDLE_FP8_FROM_INTEGER
#undef __HEDDLE_FP8__

#endif

#endif
