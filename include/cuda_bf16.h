// bfloat16, the upper half of a float: types, conversions, arithmetic, comparison, and the
// functions on pairs.
//
// Every operation is rounded once, as on a device that has the type: float has more than twice the
// digits, so a sum, product, quotient or root formed there and rounded again is the right one.
#ifndef HEDDLE_CUDA_BF16_H
#define HEDDLE_CUDA_BF16_H

/* The name that programs test for. */
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include "crt/half_bits.h"
#include "cuda_runtime.h"

typedef struct {
  unsigned short x;
} __nv_bfloat16_raw;
typedef struct {
  unsigned short x, y;
} __nv_bfloat162_raw;

#if defined(__cplusplus)

struct __nv_bfloat16;
struct __nv_bfloat162;

#define __HEDDLE_16BIT_FROM(x, mode) heddle::device::bfloatFromFloat(x, heddle::device::mode)

namespace heddle {
namespace device {
__HEDDLE_HOST_DEVICE__ unsigned short nearestBfloat(float x) {
  return bfloatFromFloat(x, roundNearest);
}
} // namespace device
} // namespace heddle

#define __HEDDLE_16BIT_NEAREST(x) heddle::device::nearestBfloat(x)
#define __HEDDLE_16BIT_FLOAT(bits) heddle::device::floatFromBfloat(bits)

#define __HEDDLE_HD__ __inline__ __attribute__((always_inline)) __host__ __device__

struct __align__(2) __nv_bfloat16 {
  unsigned short __x;

#if __cplusplus >= 201103L
  __nv_bfloat16() = default;
#else
  __HEDDLE_HD__ __nv_bfloat16() {}
#endif
  __HEDDLE_HD__ __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  __HEDDLE_HD__ __nv_bfloat16(float x) : __x(__HEDDLE_16BIT_NEAREST(x)) {}
  __HEDDLE_HD__ __nv_bfloat16(double x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloat(x))) {}
  __HEDDLE_HD__ __nv_bfloat16(int x) : __x(__nv_bfloat16((double)x).__x) {}
  __HEDDLE_HD__ __nv_bfloat16(unsigned int x) : __x(__nv_bfloat16((double)x).__x) {}
  __HEDDLE_HD__ __nv_bfloat16(short x) : __x(__HEDDLE_16BIT_NEAREST((float)x)) {}
  __HEDDLE_HD__ __nv_bfloat16(unsigned short x) : __x(__HEDDLE_16BIT_NEAREST((float)x)) {}
  __HEDDLE_HD__ __nv_bfloat16(long long x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloatOfInteger(x))) {}
  __HEDDLE_HD__ __nv_bfloat16(unsigned long long x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloatOfInteger(x))) {}

  __HEDDLE_HD__ operator float() const { return __HEDDLE_16BIT_FLOAT(__x); }
  __HEDDLE_HD__ operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw raw;
    raw.x = __x;
    return raw;
  }
  __HEDDLE_HD__ operator __nv_bfloat16_raw() const volatile {
    __nv_bfloat16_raw raw;
    raw.x = __x;
    return raw;
  }
  __HEDDLE_HD__ __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ volatile __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ volatile __nv_bfloat16& operator=(const volatile __nv_bfloat16_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ __nv_bfloat16& operator=(float x) {
    __x = __HEDDLE_16BIT_NEAREST(x);
    return *this;
  }
  __HEDDLE_HD__ __nv_bfloat16& operator=(double x) { return *this = __nv_bfloat16(x); }
  __HEDDLE_HD__ __nv_bfloat16& operator=(int x) { return *this = __nv_bfloat16(x); }
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;

#if __cplusplus >= 201103L
  __nv_bfloat162() = default;
#else
  __HEDDLE_HD__ __nv_bfloat162() {}
#endif
  __HEDDLE_HD__ __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
  __HEDDLE_HD__ __nv_bfloat162(const __nv_bfloat162_raw& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
  __HEDDLE_HD__ operator __nv_bfloat162_raw() const {
    __nv_bfloat162_raw raw;
    raw.x = x.__x;
    raw.y = y.__x;
    return raw;
  }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

// Conversions.
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16_raw raw;
  raw.x = bits;
  return raw;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __ushort_as_bfloat16((unsigned short)bits);
}
__HEDDLE_HOST_DEVICE__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) {
  return h.__x;
}
__HEDDLE_HOST_DEVICE__ short __bfloat16_as_short(__nv_bfloat16 h) {
  return (short)h.__x;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __float2bfloat16(float x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __float2bfloat16_rn(float x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __ushort_as_bfloat16(__HEDDLE_16BIT_FROM(x, roundZero));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __float2bfloat16_ru(float x) {
  return __ushort_as_bfloat16(__HEDDLE_16BIT_FROM(x, roundUp));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __float2bfloat16_rd(float x) {
  return __ushort_as_bfloat16(__HEDDLE_16BIT_FROM(x, roundDown));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __double2bfloat16(double x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ float __bfloat162float(__nv_bfloat16 h) {
  return (float)h;
}

#if defined(__CUDA__) || defined(__CUDACC__)
// To integers: through float, which holds every value exactly, with the saturation of cvt.
#define __HEDDLE_16BIT_TO_INTEGER(name, T, convert)                                                \
  __HEDDLE_DEVICE__ T __bfloat162##name##_rn(__nv_bfloat16 h) {                                    \
    return (T)convert##_rn((float)h);                                                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __bfloat162##name##_rz(__nv_bfloat16 h) {                                    \
    return (T)convert##_rz((float)h);                                                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __bfloat162##name##_ru(__nv_bfloat16 h) {                                    \
    return (T)convert##_ru((float)h);                                                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __bfloat162##name##_rd(__nv_bfloat16 h) {                                    \
    return (T)convert##_rd((float)h);                                                              \
  }
__HEDDLE_16BIT_TO_INTEGER(int, int, __float2int)
__HEDDLE_16BIT_TO_INTEGER(uint, unsigned int, __float2uint)
__HEDDLE_16BIT_TO_INTEGER(ll, long long, __float2ll)
__HEDDLE_16BIT_TO_INTEGER(ull, unsigned long long, __float2ull)
#undef __HEDDLE_16BIT_TO_INTEGER
__HEDDLE_DEVICE__ short __bfloat162short_rn(__nv_bfloat16 h) {
  return (short)max(-32768, min(32767, __float2int_rn((float)h)));
}
__HEDDLE_DEVICE__ short __bfloat162short_rz(__nv_bfloat16 h) {
  return (short)max(-32768, min(32767, __float2int_rz((float)h)));
}
__HEDDLE_DEVICE__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 h) {
  return (unsigned short)min(65535u, __float2uint_rn((float)h));
}
__HEDDLE_DEVICE__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 h) {
  return (unsigned short)min(65535u, __float2uint_rz((float)h));
}
#endif

__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __int2bfloat16_rn(int x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __short2bfloat16_rn(short x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __ll2bfloat16_rn(long long x) {
  return __nv_bfloat16(x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) {
  return __nv_bfloat16(x);
}

// Pairs: making and taking apart.
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y));
}
__HEDDLE_HOST_DEVICE__ float2 __bfloat1622float2(__nv_bfloat162 a) {
  float2 result;
  result.x = (float)a.x;
  result.y = (float)a.y;
  return result;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
  return a.x;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
  return a.y;
}
__HEDDLE_HOST_DEVICE__ float __low2float(__nv_bfloat162 a) {
  return (float)a.x;
}
__HEDDLE_HOST_DEVICE__ float __high2float(__nv_bfloat162 a) {
  return (float)a.y;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.x, a.x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.y);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.x);
}

// Arithmetic.
#define __HEDDLE_16BIT_BINARY(name, op)                                                            \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat16 __h##name(__nv_bfloat16 a, __nv_bfloat16 b) {               \
    return __nv_bfloat16((float)a op(float) b);                                                    \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat16 __h##name##_rn(__nv_bfloat16 a, __nv_bfloat16 b) {          \
    return __h##name(a, b);                                                                        \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {         \
    return __nv_bfloat162(__h##name(a.x, b.x), __h##name(a.y, b.y));                               \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat162 __h##name##2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {      \
    return __h##name##2(a, b);                                                                     \
  }
__HEDDLE_16BIT_BINARY(add, +)
__HEDDLE_16BIT_BINARY(sub, -)
__HEDDLE_16BIT_BINARY(mul, *)
#undef __HEDDLE_16BIT_BINARY
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16((float)a / (float)b);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(
      heddle::device::sumToOdd((double)(float)a * (double)(float)b, (double)(float)c));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b,
                                              __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return __ushort_as_bfloat16((unsigned short)(a.__x ^ 0x8000u));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __ushort_as_bfloat16((unsigned short)(a.__x & 0x7fffu));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) {
  return __nv_bfloat162(__hneg(a.x), __hneg(a.y));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __habs2(__nv_bfloat162 a) {
  return __nv_bfloat162(__habs(a.x), __habs(a.y));
}
// Clamped to [0, 1], NaN to zero.
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __heddle_saturated(__nv_bfloat16 a) {
  const float x = (float)a;
  return __nv_bfloat16(x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __heddle_saturated(__hadd(a, b));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __heddle_saturated(__hsub(a, b));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __heddle_saturated(__hmul(a, b));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __heddle_saturated(__hfma(a, b, c));
}

// Comparison; the names ending in u are true where an argument is NaN.
#define __HEDDLE_16BIT_COMPARE(name, ordered)                                                      \
  __HEDDLE_HOST_DEVICE__ bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) {                        \
    const float x = (float)a, y = (float)b;                                                        \
    return ordered;                                                                                \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __h##name##u(__nv_bfloat16 a, __nv_bfloat16 b) {                     \
    const float x = (float)a, y = (float)b;                                                        \
    return (ordered) || x != x || y != y;                                                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {         \
    return __nv_bfloat162(__nv_bfloat16(__h##name(a.x, b.x) ? 1.0f : 0.0f),                        \
                          __nv_bfloat16(__h##name(a.y, b.y) ? 1.0f : 0.0f));                       \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __hb##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                  \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }
__HEDDLE_16BIT_COMPARE(eq, x == y)
__HEDDLE_16BIT_COMPARE(ne, x<y || x> y)
__HEDDLE_16BIT_COMPARE(lt, x < y)
__HEDDLE_16BIT_COMPARE(le, x <= y)
__HEDDLE_16BIT_COMPARE(gt, x > y)
__HEDDLE_16BIT_COMPARE(ge, x >= y)
#undef __HEDDLE_16BIT_COMPARE
__HEDDLE_HOST_DEVICE__ bool __hisnan(__nv_bfloat16 a) {
  return (a.__x & 0x7fffu) > 0x7f80u;
}
__HEDDLE_HOST_DEVICE__ int __hisinf(__nv_bfloat16 a) {
  return (a.__x & 0x7fffu) == 0x7f80u ? ((a.__x & 0x8000u) != 0 ? -1 : 1) : 0;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(__builtin_fmaxf((float)a, (float)b));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(__builtin_fminf((float)a, (float)b));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_bfloat16(0x7fffu) : __hmax(a, b);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_bfloat16(0x7fffu) : __hmin(a, b);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

// Operators.
#define __HEDDLE_16BIT_OPERATOR(op, one, two)                                                      \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat16 operator op(const __nv_bfloat16& a,                         \
                                                   const __nv_bfloat16& b) {                       \
    return one(a, b);                                                                              \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat16& operator op##=(__nv_bfloat16 & a,                          \
                                                       const __nv_bfloat16 & b) {                  \
    return a = one(a, b);                                                                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat162 operator op(const __nv_bfloat162& a,                       \
                                                    const __nv_bfloat162& b) {                     \
    return two(a, b);                                                                              \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __nv_bfloat162& operator op##=(__nv_bfloat162 & a,                        \
                                                        const __nv_bfloat162 & b) {                \
    return a = two(a, b);                                                                          \
  }
__HEDDLE_16BIT_OPERATOR(+, __hadd, __hadd2)
__HEDDLE_16BIT_OPERATOR(-, __hsub, __hsub2)
__HEDDLE_16BIT_OPERATOR(*, __hmul, __hmul2)
__HEDDLE_16BIT_OPERATOR(/, __hdiv, __h2div)
#undef __HEDDLE_16BIT_OPERATOR
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 operator-(const __nv_bfloat16& a) {
  return __hneg(a);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16 operator+(const __nv_bfloat16& a) {
  return a;
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat162 operator-(const __nv_bfloat162& a) {
  return __hneg2(a);
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16& operator++(__nv_bfloat16& a) {
  return a = __hadd(a, __nv_bfloat16(1.0f));
}
__HEDDLE_HOST_DEVICE__ __nv_bfloat16& operator--(__nv_bfloat16& a) {
  return a = __hsub(a, __nv_bfloat16(1.0f));
}
#define __HEDDLE_16BIT_RELATION(op, one, two)                                                      \
  __HEDDLE_HOST_DEVICE__ bool operator op(const __nv_bfloat16& a, const __nv_bfloat16& b) {        \
    return one(a, b);                                                                              \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool operator op(const __nv_bfloat162& a, const __nv_bfloat162& b) {      \
    return two(a, b);                                                                              \
  }
__HEDDLE_16BIT_RELATION(==, __heq, __hbeq2)
__HEDDLE_16BIT_RELATION(!=, __hneu, __hbne2)
__HEDDLE_16BIT_RELATION(<, __hlt, __hblt2)
__HEDDLE_16BIT_RELATION(<=, __hle, __hble2)
__HEDDLE_16BIT_RELATION(>, __hgt, __hbgt2)
__HEDDLE_16BIT_RELATION(>=, __hge, __hbge2)
#undef __HEDDLE_16BIT_RELATION

#if defined(__CUDA__) || defined(__CUDACC__)

// Mathematics, in float.
#define __HEDDLE_16BIT_MATH(name, function)                                                        \
  __HEDDLE_DEVICE__ __nv_bfloat16 h##name(__nv_bfloat16 a) {                                       \
    return __nv_bfloat16(function((float)a));                                                      \
  }                                                                                                \
  __HEDDLE_DEVICE__ __nv_bfloat162 h2##name(__nv_bfloat162 a) {                                    \
    return __nv_bfloat162(h##name(a.x), h##name(a.y));                                             \
  }
__HEDDLE_16BIT_MATH(sqrt, sqrtf)
__HEDDLE_16BIT_MATH(rsqrt, rsqrtf)
__HEDDLE_16BIT_MATH(rcp, 1.0f /)
__HEDDLE_16BIT_MATH(exp, expf)
__HEDDLE_16BIT_MATH(exp2, exp2f)
__HEDDLE_16BIT_MATH(exp10, exp10f)
__HEDDLE_16BIT_MATH(log, logf)
__HEDDLE_16BIT_MATH(log2, log2f)
__HEDDLE_16BIT_MATH(log10, log10f)
__HEDDLE_16BIT_MATH(sin, sinf)
__HEDDLE_16BIT_MATH(cos, cosf)
__HEDDLE_16BIT_MATH(tanh, tanhf)
__HEDDLE_16BIT_MATH(floor, floorf)
__HEDDLE_16BIT_MATH(ceil, ceilf)
__HEDDLE_16BIT_MATH(trunc, truncf)
__HEDDLE_16BIT_MATH(rint, rintf)
#undef __HEDDLE_16BIT_MATH

#define __HEDDLE_16BIT_SHUFFLE(name, LaneT)                                                        \
  __HEDDLE_DEVICE__ __nv_bfloat16 name(unsigned int mask, __nv_bfloat16 a, LaneT lane,             \
                                       int width = 32) {                                           \
    return __ushort_as_bfloat16((unsigned short)name(mask, (unsigned int)a.__x, lane, width));     \
  }                                                                                                \
  __HEDDLE_DEVICE__ __nv_bfloat162 name(unsigned int mask, __nv_bfloat162 a, LaneT lane,           \
                                        int width = 32) {                                          \
    const unsigned int bits =                                                                      \
        name(mask, (unsigned int)a.x.__x | ((unsigned int)a.y.__x << 16), lane, width);            \
    return __nv_bfloat162(__ushort_as_bfloat16((unsigned short)bits),                              \
                          __ushort_as_bfloat16((unsigned short)(bits >> 16)));                     \
  }
__HEDDLE_16BIT_SHUFFLE(__shfl_sync, int)
__HEDDLE_16BIT_SHUFFLE(__shfl_up_sync, unsigned int)
__HEDDLE_16BIT_SHUFFLE(__shfl_down_sync, unsigned int)
__HEDDLE_16BIT_SHUFFLE(__shfl_xor_sync, int)
#undef __HEDDLE_16BIT_SHUFFLE

#define __HEDDLE_16BIT_LOAD(name)                                                                  \
  __HEDDLE_DEVICE__ __nv_bfloat16 name(const __nv_bfloat16* p) {                                   \
    return __ushort_as_bfloat16(name((const unsigned short*)p));                                   \
  }                                                                                                \
  __HEDDLE_DEVICE__ __nv_bfloat162 name(const __nv_bfloat162* p) {                                 \
    return __builtin_bit_cast(__nv_bfloat162, name((const unsigned int*)p));                       \
  }
__HEDDLE_16BIT_LOAD(__ldg)
__HEDDLE_16BIT_LOAD(__ldca)
__HEDDLE_16BIT_LOAD(__ldcg)
__HEDDLE_16BIT_LOAD(__ldcs)
__HEDDLE_16BIT_LOAD(__ldlu)
__HEDDLE_16BIT_LOAD(__ldcv)
#undef __HEDDLE_16BIT_LOAD
#define __HEDDLE_16BIT_STORE(name)                                                                 \
  __HEDDLE_DEVICE__ void name(__nv_bfloat16* p, __nv_bfloat16 value) {                             \
    name((unsigned short*)p, __builtin_bit_cast(unsigned short, value));                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void name(__nv_bfloat162* p, __nv_bfloat162 value) {                           \
    name((unsigned int*)p, __builtin_bit_cast(unsigned int, value));                               \
  }
__HEDDLE_16BIT_STORE(__stwb)
__HEDDLE_16BIT_STORE(__stcg)
__HEDDLE_16BIT_STORE(__stcs)
__HEDDLE_16BIT_STORE(__stwt)
#undef __HEDDLE_16BIT_STORE

// Through compare-and-swap on the 32-bit word, which every target has.
__HEDDLE_DEVICE__ __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
  unsigned int* word = (unsigned int*)address;
  unsigned int old = *(volatile unsigned int*)word, assumed;
  __nv_bfloat162 before;
  do {
    assumed = old;
    before = __nv_bfloat162(__ushort_as_bfloat16((unsigned short)assumed),
                            __ushort_as_bfloat16((unsigned short)(assumed >> 16)));
    const __nv_bfloat162 after = __hadd2(before, value);
    old = atomicCAS(word, assumed, (unsigned int)after.x.__x | ((unsigned int)after.y.__x << 16));
  } while (assumed != old);
  return before;
}
__HEDDLE_DEVICE__ __nv_bfloat16 atomicAdd(__nv_bfloat16* address, __nv_bfloat16 value) {
  const unsigned long long location = (unsigned long long)address;
  unsigned int* word = (unsigned int*)(location & ~3ull);
  const unsigned int shift = (location & 2) != 0 ? 16 : 0;
  unsigned int old = *(volatile unsigned int*)word, assumed;
  __nv_bfloat16 before;
  do {
    assumed = old;
    before = __ushort_as_bfloat16((unsigned short)(assumed >> shift));
    const unsigned int after = __hadd(before, value).__x;
    old = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | (after << shift));
  } while (assumed != old);
  return before;
}

#endif

#define __HEDDLE_16BIT __nv_bfloat16
#define __HEDDLE_16BIT_PAIR __nv_bfloat162
#define __HEDDLE_16BIT_AS(bits) __ushort_as_bfloat16((unsigned short)(bits))
#define __HEDDLE_16BIT_JOIN(before, after) before##bfloat16##after
#define __HEDDLE_16BIT_PTX "bf16"
#define __HEDDLE_16BIT_TANH_ARCH 900
#include "crt/half_functions.h"

#undef __HEDDLE_HD__
#undef __HEDDLE_16BIT_FLOAT
#undef __HEDDLE_16BIT_NEAREST
#undef __HEDDLE_16BIT_FROM

#endif

#endif
