// Floating point in 4, 6 and 8 bits: what cuda_fp4.h, cuda_fp6.h and cuda_fp8.h have in common.
// Conversions are integer arithmetic, the same on both sides. The types' constructors and operators
// are macros so that the types stay plain structs with the names and the one member CUDA gives
// them.
#ifndef HEDDLE_CRT_SMALL_FLOATS_H
#define HEDDLE_CRT_SMALL_FLOATS_H

#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../driver_types.h"
#include "../vector_types.h"

namespace heddle {
namespace device {

struct SmallFloat {
  int mantissaBits;
  int smallestExponent;  // of a normal number
  unsigned int largest;  // finite number
  unsigned int tooLarge; // what stands for numbers beyond it, where they do not saturate
  unsigned int nan;
  int signPosition;
};

__HEDDLE_HOST_DEVICE__ unsigned int smallFloatFromDouble(double x, const SmallFloat& format,
                                                         bool saturate, bool towardsZero) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned int sign = (unsigned int)(bits >> 63) << format.signPosition;
  const unsigned long long magnitude = bits & 0x7fffffffffffffffull;
  if (magnitude > 0x7ff0000000000000ull)
    return format.nan;
  const int exponent = (int)(magnitude >> 52) - 1023;
  const unsigned long long mantissa =
      (magnitude & 0xfffffffffffffull) | (magnitude >> 52 != 0 ? 0x10000000000000ull : 0);
  const int below = format.smallestExponent - exponent;
  int shift = 52 - format.mantissaBits + (below > 0 ? below : 0);
  shift = shift > 62 ? 62 : shift;
  unsigned long long result = mantissa >> shift;
  const unsigned long long rest = mantissa & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  if (below <= 0)
    result += (unsigned long long)-below << format.mantissaBits;
  if (!towardsZero && (rest > half || (rest == half && (result & 1) != 0)))
    result += 1;
  if (result > format.largest)
    result = saturate ? format.largest : format.tooLarge;
  return sign | (unsigned int)result;
}

// For formats without infinities and NaN, all of whose numbers a half holds.
__HEDDLE_HOST_DEVICE__ unsigned short halfFromSmallFloat(unsigned int x, const SmallFloat& format) {
  const unsigned int sign = (x >> format.signPosition & 1u) << 15;
  const unsigned int magnitude = x & ((1u << format.signPosition) - 1u);
  // Shifted into place the value is too small by a power of two, subnormal numbers included.
  const float scale =
      __builtin_bit_cast(float, (unsigned int)(format.smallestExponent + 14 + 127) << 23);
  const float value =
      floatFromHalf((unsigned short)(magnitude << (10 - format.mantissaBits))) * scale;
  return (unsigned short)(sign | halfFromFloat(value, roundNearest));
}

} // namespace device
} // namespace heddle

#define __HEDDLE_SMALL_FLOAT__ __inline__ __attribute__((always_inline)) __host__ __device__

#define __HEDDLE_SMALL_FLOAT_FROM(name, T, fromDouble)                                             \
  explicit __HEDDLE_SMALL_FLOAT__ name(const T x) : __x(fromDouble((double)x)) {}
#define __HEDDLE_SMALL_FLOAT_FROM_NUMBERS(name, fromDouble)                                        \
  __HEDDLE_SMALL_FLOAT_FROM(name, unsigned short int, fromDouble)                                  \
  __HEDDLE_SMALL_FLOAT_FROM(name, short int, fromDouble)                                           \
  __HEDDLE_SMALL_FLOAT_FROM(name, unsigned int, fromDouble)                                        \
  __HEDDLE_SMALL_FLOAT_FROM(name, int, fromDouble)                                                 \
  __HEDDLE_SMALL_FLOAT_FROM(name, unsigned long int, fromDouble)                                   \
  __HEDDLE_SMALL_FLOAT_FROM(name, long int, fromDouble)                                            \
  __HEDDLE_SMALL_FLOAT_FROM(name, unsigned long long int, fromDouble)                              \
  __HEDDLE_SMALL_FLOAT_FROM(name, long long int, fromDouble)                                       \
  __HEDDLE_SMALL_FLOAT_FROM(name, float, fromDouble)                                               \
  __HEDDLE_SMALL_FLOAT_FROM(name, double, fromDouble)                                              \
  explicit __HEDDLE_SMALL_FLOAT__ name(const __half x)                                             \
      : __x(fromDouble((double)__half2float(x))) {}                                                \
  explicit __HEDDLE_SMALL_FLOAT__ name(const __nv_bfloat16 x)                                      \
      : __x(fromDouble((double)__bfloat162float(x))) {}

#define __HEDDLE_SMALL_FLOAT_TO_INTEGER(T, low, high)                                              \
  explicit __HEDDLE_SMALL_FLOAT__ operator T() const {                                             \
    return heddle::device::integerFromFloat<T>((float)*this, (T)(low), (T)(high));                 \
  }
#define __HEDDLE_SMALL_FLOAT_TO_INTEGERS                                                           \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(unsigned char, 0, 255)                                           \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(signed char, -128, 127)                                          \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(char, (char)-1 < 0 ? -128 : 0, (char)-1 < 0 ? 127 : 255)         \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(unsigned short int, 0, 65535)                                    \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(short int, -32768, 32767)                                        \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(unsigned int, 0, 0xffffffffull)                                  \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(int, -2147483648ll, 2147483647ull)                               \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(unsigned long int, 0, ~0ull)                                     \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(long int, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffull)      \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(unsigned long long int, 0, ~0ull)                                \
  __HEDDLE_SMALL_FLOAT_TO_INTEGER(long long int, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffull)

// A format whose numbers a half holds; `magnitude` are the bits that are no sign.
#define __HEDDLE_SMALL_FLOAT_TYPE(name, Storage, fromDouble, toHalf, magnitude)                    \
  struct name {                                                                                    \
    Storage __x;                                                                                   \
    name() = default;                                                                              \
    __HEDDLE_SMALL_FLOAT_FROM_NUMBERS(name, fromDouble)                                            \
    explicit __HEDDLE_SMALL_FLOAT__ operator __half() const {                                      \
      return __half(toHalf(__x));                                                                  \
    }                                                                                              \
    explicit __HEDDLE_SMALL_FLOAT__ operator float() const {                                       \
      return __half2float((__half) * this);                                                        \
    }                                                                                              \
    explicit __HEDDLE_SMALL_FLOAT__ operator double() const {                                      \
      return (double)(float)*this;                                                                 \
    }                                                                                              \
    explicit __HEDDLE_SMALL_FLOAT__ operator __nv_bfloat16() const {                               \
      return __float2bfloat16((float)*this);                                                       \
    }                                                                                              \
    explicit __HEDDLE_SMALL_FLOAT__ operator bool() const {                                        \
      return (__x & magnitude) != 0;                                                               \
    }                                                                                              \
    __HEDDLE_SMALL_FLOAT_TO_INTEGERS                                                               \
  };

// Two of them, the first in the lower bits.
#define __HEDDLE_SMALL_FLOAT_PAIR_FROM(name, Single, Pair, bits)                                   \
  explicit __HEDDLE_SMALL_FLOAT__ name(const Pair f)                                               \
      : __x((decltype(__x))((unsigned int)Single(f.y).__x << bits | Single(f.x).__x)) {}
#define __HEDDLE_SMALL_FLOAT_PAIR_MEMBERS(name, Storage, Single, bits)                             \
  Storage __x;                                                                                     \
  name() = default;                                                                                \
  __HEDDLE_SMALL_FLOAT_PAIR_FROM(name, Single, __half2, bits)                                      \
  __HEDDLE_SMALL_FLOAT_PAIR_FROM(name, Single, __nv_bfloat162, bits)                               \
  __HEDDLE_SMALL_FLOAT_PAIR_FROM(name, Single, float2, bits)                                       \
  __HEDDLE_SMALL_FLOAT_PAIR_FROM(name, Single, double2, bits)
#define __HEDDLE_SMALL_FLOAT_PAIR(name, Storage, Single, toHalf2, bits)                            \
  struct __align__(sizeof(Storage)) name {                                                         \
    __HEDDLE_SMALL_FLOAT_PAIR_MEMBERS(name, Storage, Single, bits)                                 \
    explicit __HEDDLE_SMALL_FLOAT__ operator __half2() const {                                     \
      return __half2(toHalf2(__x));                                                                \
    }                                                                                              \
    explicit __HEDDLE_SMALL_FLOAT__ operator float2() const {                                      \
      return __half22float2((__half2) * this);                                                     \
    }                                                                                              \
  };

// Four, as two pairs.
#define __HEDDLE_SMALL_FLOAT_QUAD_FROM_PAIRS(name, Pair, From, bits)                               \
  explicit __HEDDLE_SMALL_FLOAT__ name(const From low, const From high)                            \
      : __x((decltype(__x))((unsigned int)Pair(high).__x << bits | Pair(low).__x)) {}
#define __HEDDLE_SMALL_FLOAT_QUAD_FROM(name, Pair, From, FromPair, bits)                           \
  explicit __HEDDLE_SMALL_FLOAT__ name(const From f) {                                             \
    const FromPair low = {f.x, f.y}, high = {f.z, f.w};                                            \
    __x = (decltype(__x))((unsigned int)Pair(high).__x << bits | Pair(low).__x);                   \
  }
#define __HEDDLE_SMALL_FLOAT_QUAD(name, Storage, Pair, bits)                                       \
  struct __align__(sizeof(Storage)) name {                                                         \
    Storage __x;                                                                                   \
    name() = default;                                                                              \
    __HEDDLE_SMALL_FLOAT_QUAD_FROM_PAIRS(name, Pair, __half2, bits)                                \
    __HEDDLE_SMALL_FLOAT_QUAD_FROM_PAIRS(name, Pair, __nv_bfloat162, bits)                         \
    __HEDDLE_SMALL_FLOAT_QUAD_FROM(name, Pair, float4, float2, bits)                               \
    __HEDDLE_SMALL_FLOAT_QUAD_FROM(name, Pair, double4, double2, bits)                             \
    __HEDDLE_SMALL_FLOAT_QUAD_FROM(name, Pair, double4_16a, double2, bits)                         \
    __HEDDLE_SMALL_FLOAT_QUAD_FROM(name, Pair, double4_32a, double2, bits)                         \
    explicit __HEDDLE_SMALL_FLOAT__ operator float4() const {                                      \
      Pair low, high;                                                                              \
      low.__x = (decltype(low.__x))__x;                                                            \
      high.__x = (decltype(high.__x))(__x >> bits);                                                \
      const float2 a = (float2)low, b = (float2)high;                                              \
      const float4 result = {a.x, a.y, b.x, b.y};                                                  \
      return result;                                                                               \
    }                                                                                              \
  };

// The conversions of a format without infinities and NaN (`fp` is fp4 or fp6; two of them stand
// `pairBits` apart). Numbers that are too large become the largest, and NaN the largest positive
// one.
#define __HEDDLE_SMALL_FLOAT_CONVERT_PAIR(fp, Name, Pair, value, pairBits)                         \
  __HEDDLE_HOST_DEVICE__ __nv_##fp##x2_storage_t __nv_cvt_##Name##_to_##fp##x2(                    \
      const Pair x, const __nv_##fp##_interpretation_t kind, const enum cudaRoundMode rounding) {  \
    const unsigned int low = __nv_cvt_double_to_##fp(value(x.x), kind, rounding);                  \
    const unsigned int high = __nv_cvt_double_to_##fp(value(x.y), kind, rounding);                 \
    return (__nv_##fp##x2_storage_t)(high << pairBits | low);                                      \
  }
#define __HEDDLE_SMALL_FLOAT_CONVERSIONS(fp, pairBits)                                             \
  __HEDDLE_HOST_DEVICE__ __nv_##fp##_storage_t __nv_cvt_double_to_##fp(                            \
      const double x, const __nv_##fp##_interpretation_t kind,                                     \
      const enum cudaRoundMode rounding) {                                                         \
    return (__nv_##fp##_storage_t)heddle::device::smallFloatFromDouble(                            \
        x, heddle::device::formatOf(kind), true, rounding == cudaRoundZero);                       \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_##fp##_storage_t __nv_cvt_float_to_##fp(                             \
      const float x, const __nv_##fp##_interpretation_t kind, const enum cudaRoundMode rounding) { \
    return __nv_cvt_double_to_##fp((double)x, kind, rounding);                                     \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_##fp##_storage_t __nv_cvt_halfraw_to_##fp(                           \
      const __half_raw x, const __nv_##fp##_interpretation_t kind,                                 \
      const enum cudaRoundMode rounding) {                                                         \
    return __nv_cvt_float_to_##fp(__half2float(__half(x)), kind, rounding);                        \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_##fp##_storage_t __nv_cvt_bfloat16raw_to_##fp(                       \
      const __nv_bfloat16_raw x, const __nv_##fp##_interpretation_t kind,                          \
      const enum cudaRoundMode rounding) {                                                         \
    return __nv_cvt_float_to_##fp(__bfloat162float(__nv_bfloat16(x)), kind, rounding);             \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half_raw __nv_cvt_##fp##_to_halfraw(                                    \
      const __nv_##fp##_storage_t x, const __nv_##fp##_interpretation_t kind) {                    \
    __half_raw result;                                                                             \
    result.x = heddle::device::halfFromSmallFloat(x, heddle::device::formatOf(kind));              \
    return result;                                                                                 \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half2_raw __nv_cvt_##fp##x2_to_halfraw2(                                \
      const __nv_##fp##x2_storage_t x, const __nv_##fp##_interpretation_t kind) {                  \
    __half2_raw result;                                                                            \
    result.x = __nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)x, kind).x;                       \
    result.y = __nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)(x >> pairBits), kind).x;         \
    return result;                                                                                 \
  }                                                                                                \
  __HEDDLE_SMALL_FLOAT_CONVERT_PAIR(fp, double2, double2, , pairBits)                              \
  __HEDDLE_SMALL_FLOAT_CONVERT_PAIR(fp, float2, float2, (double), pairBits)                        \
  __HEDDLE_SMALL_FLOAT_CONVERT_PAIR(fp, halfraw2, __half2_raw, heddle::device::floatFromHalf,      \
                                    pairBits)                                                      \
  __HEDDLE_SMALL_FLOAT_CONVERT_PAIR(fp, bfloat16raw2, __nv_bfloat162_raw,                          \
                                    heddle::device::floatFromBfloat, pairBits)

#endif
