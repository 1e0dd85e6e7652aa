// 16-bit IEEE floating point: types, conversions, arithmetic, comparison, and the functions on
// pairs.
//
// Every operation is rounded once, as on a device that has the type: float has more than twice the
// digits, so a sum, product, quotient or root formed there and rounded again is the right one.
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

struct __half;
struct __half2;

#define __HEDDLE_16BIT_FROM(x, mode) heddle::device::halfFromFloat(x, heddle::device::mode)

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

#define __HEDDLE_16BIT_NEAREST(x) heddle::device::nearestHalf(x)
#define __HEDDLE_16BIT_FLOAT(bits) heddle::device::halfToFloat(bits)

#define __HEDDLE_HD__ __inline__ __attribute__((always_inline)) __host__ __device__

struct __align__(2) __half {
  unsigned short __x;

#if __cplusplus >= 201103L
  __half() = default;
#else
  __HEDDLE_HD__ __half() {}
#endif
  __HEDDLE_HD__ __half(const __half_raw& raw) : __x(raw.x) {}
  __HEDDLE_HD__ __half(float x) : __x(__HEDDLE_16BIT_NEAREST(x)) {}
  __HEDDLE_HD__ __half(double x) : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloat(x))) {}
  __HEDDLE_HD__ __half(int x) : __x(__half((double)x).__x) {}
  __HEDDLE_HD__ __half(unsigned int x) : __x(__half((double)x).__x) {}
  __HEDDLE_HD__ __half(short x) : __x(__HEDDLE_16BIT_NEAREST((float)x)) {}
  __HEDDLE_HD__ __half(unsigned short x) : __x(__HEDDLE_16BIT_NEAREST((float)x)) {}
  __HEDDLE_HD__ __half(long long x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloatOfInteger(x))) {}
  __HEDDLE_HD__ __half(unsigned long long x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloatOfInteger(x))) {}

  __HEDDLE_HD__ operator float() const { return __HEDDLE_16BIT_FLOAT(__x); }
  __HEDDLE_HD__ operator __half_raw() const {
    __half_raw raw;
    raw.x = __x;
    return raw;
  }
  __HEDDLE_HD__ operator __half_raw() const volatile {
    __half_raw raw;
    raw.x = __x;
    return raw;
  }
  __HEDDLE_HD__ __half& operator=(const __half_raw& raw) {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ volatile __half& operator=(const __half_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ volatile __half& operator=(const volatile __half_raw& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ __half& operator=(float x) {
    __x = __HEDDLE_16BIT_NEAREST(x);
    return *this;
  }
  __HEDDLE_HD__ __half& operator=(double x) { return *this = __half(x); }
  __HEDDLE_HD__ __half& operator=(int x) { return *this = __half(x); }
};

struct __align__(4) __half2 {
  __half x, y;

#if __cplusplus >= 201103L
  __half2() = default;
#else
  __HEDDLE_HD__ __half2() {}
#endif
  __HEDDLE_HD__ __half2(const __half& a, const __half& b) : x(a), y(b) {}
  __HEDDLE_HD__ __half2(const __half2_raw& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
  __HEDDLE_HD__ operator __half2_raw() const {
    __half2_raw raw;
    raw.x = x.__x;
    raw.y = y.__x;
    return raw;
  }
};

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

// Conversions.
__HEDDLE_HOST_DEVICE__ __half __ushort_as_half(unsigned short bits) {
  __half_raw raw;
  raw.x = bits;
  return raw;
}
__HEDDLE_HOST_DEVICE__ __half __short_as_half(short bits) {
  return __ushort_as_half((unsigned short)bits);
}
__HEDDLE_HOST_DEVICE__ unsigned short __half_as_ushort(__half h) {
  return h.__x;
}
__HEDDLE_HOST_DEVICE__ short __half_as_short(__half h) {
  return (short)h.__x;
}
__HEDDLE_HOST_DEVICE__ __half __float2half(float x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __float2half_rn(float x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __float2half_rz(float x) {
  return __ushort_as_half(__HEDDLE_16BIT_FROM(x, roundZero));
}
__HEDDLE_HOST_DEVICE__ __half __float2half_ru(float x) {
  return __ushort_as_half(__HEDDLE_16BIT_FROM(x, roundUp));
}
__HEDDLE_HOST_DEVICE__ __half __float2half_rd(float x) {
  return __ushort_as_half(__HEDDLE_16BIT_FROM(x, roundDown));
}
__HEDDLE_HOST_DEVICE__ __half __double2half(double x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ float __half2float(__half h) {
  return (float)h;
}

#if defined(__CUDA__) || defined(__CUDACC__)
// To integers: through float, which holds every value exactly, with the saturation of cvt.
#define __HEDDLE_16BIT_TO_INTEGER(name, T, convert)                                                \
  __HEDDLE_DEVICE__ T __half2##name##_rn(__half h) {                                               \
    return (T)convert##_rn((float)h);                                                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __half2##name##_rz(__half h) {                                               \
    return (T)convert##_rz((float)h);                                                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __half2##name##_ru(__half h) {                                               \
    return (T)convert##_ru((float)h);                                                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __half2##name##_rd(__half h) {                                               \
    return (T)convert##_rd((float)h);                                                              \
  }
__HEDDLE_16BIT_TO_INTEGER(int, int, __float2int)
__HEDDLE_16BIT_TO_INTEGER(uint, unsigned int, __float2uint)
__HEDDLE_16BIT_TO_INTEGER(ll, long long, __float2ll)
__HEDDLE_16BIT_TO_INTEGER(ull, unsigned long long, __float2ull)
#undef __HEDDLE_16BIT_TO_INTEGER
__HEDDLE_DEVICE__ short __half2short_rn(__half h) {
  return (short)max(-32768, min(32767, __float2int_rn((float)h)));
}
__HEDDLE_DEVICE__ short __half2short_rz(__half h) {
  return (short)max(-32768, min(32767, __float2int_rz((float)h)));
}
__HEDDLE_DEVICE__ unsigned short __half2ushort_rn(__half h) {
  return (unsigned short)min(65535u, __float2uint_rn((float)h));
}
__HEDDLE_DEVICE__ unsigned short __half2ushort_rz(__half h) {
  return (unsigned short)min(65535u, __float2uint_rz((float)h));
}
#endif

__HEDDLE_HOST_DEVICE__ __half __int2half_rn(int x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __uint2half_rn(unsigned int x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __short2half_rn(short x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __ushort2half_rn(unsigned short x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __ll2half_rn(long long x) {
  return __half(x);
}
__HEDDLE_HOST_DEVICE__ __half __ull2half_rn(unsigned long long x) {
  return __half(x);
}

// Pairs: making and taking apart.
__HEDDLE_HOST_DEVICE__ __half2 __halves2half2(__half a, __half b) {
  return __half2(a, b);
}
__HEDDLE_HOST_DEVICE__ __half2 make_half2(__half a, __half b) {
  return __half2(a, b);
}
__HEDDLE_HOST_DEVICE__ __half2 __half2half2(__half a) {
  return __half2(a, a);
}
__HEDDLE_HOST_DEVICE__ __half2 __float2half2_rn(float a) {
  return __half2(__half(a), __half(a));
}
__HEDDLE_HOST_DEVICE__ __half2 __floats2half2_rn(float a, float b) {
  return __half2(__half(a), __half(b));
}
__HEDDLE_HOST_DEVICE__ __half2 __float22half2_rn(float2 a) {
  return __half2(__half(a.x), __half(a.y));
}
__HEDDLE_HOST_DEVICE__ float2 __half22float2(__half2 a) {
  float2 result;
  result.x = (float)a.x;
  result.y = (float)a.y;
  return result;
}
__HEDDLE_HOST_DEVICE__ __half __low2half(__half2 a) {
  return a.x;
}
__HEDDLE_HOST_DEVICE__ __half __high2half(__half2 a) {
  return a.y;
}
__HEDDLE_HOST_DEVICE__ float __low2float(__half2 a) {
  return (float)a.x;
}
__HEDDLE_HOST_DEVICE__ float __high2float(__half2 a) {
  return (float)a.y;
}
__HEDDLE_HOST_DEVICE__ __half2 __low2half2(__half2 a) {
  return __half2(a.x, a.x);
}
__HEDDLE_HOST_DEVICE__ __half2 __high2half2(__half2 a) {
  return __half2(a.y, a.y);
}
__HEDDLE_HOST_DEVICE__ __half2 __lows2half2(__half2 a, __half2 b) {
  return __half2(a.x, b.x);
}
__HEDDLE_HOST_DEVICE__ __half2 __highs2half2(__half2 a, __half2 b) {
  return __half2(a.y, b.y);
}
__HEDDLE_HOST_DEVICE__ __half2 __lowhigh2highlow(__half2 a) {
  return __half2(a.y, a.x);
}

// Arithmetic.
#define __HEDDLE_16BIT_BINARY(name, op)                                                            \
  __HEDDLE_HOST_DEVICE__ __half __h##name(__half a, __half b) {                                    \
    return __half((float)a op(float) b);                                                           \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half __h##name##_rn(__half a, __half b) {                               \
    return __h##name(a, b);                                                                        \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half2 __h##name##2(__half2 a, __half2 b) {                              \
    return __half2(__h##name(a.x, b.x), __h##name(a.y, b.y));                                      \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half2 __h##name##2_rn(__half2 a, __half2 b) {                           \
    return __h##name##2(a, b);                                                                     \
  }
__HEDDLE_16BIT_BINARY(add, +)
__HEDDLE_16BIT_BINARY(sub, -)
__HEDDLE_16BIT_BINARY(mul, *)
#undef __HEDDLE_16BIT_BINARY
__HEDDLE_HOST_DEVICE__ __half __hdiv(__half a, __half b) {
  return __half((float)a / (float)b);
}
__HEDDLE_HOST_DEVICE__ __half2 __h2div(__half2 a, __half2 b) {
  return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __half __hfma(__half a, __half b, __half c) {
  return __half(heddle::device::sumToOdd((double)(float)a * (double)(float)b, (double)(float)c));
}
__HEDDLE_HOST_DEVICE__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__HEDDLE_HOST_DEVICE__ __half __hneg(__half a) {
  return __ushort_as_half((unsigned short)(a.__x ^ 0x8000u));
}
__HEDDLE_HOST_DEVICE__ __half __habs(__half a) {
  return __ushort_as_half((unsigned short)(a.__x & 0x7fffu));
}
__HEDDLE_HOST_DEVICE__ __half2 __hneg2(__half2 a) {
  return __half2(__hneg(a.x), __hneg(a.y));
}
__HEDDLE_HOST_DEVICE__ __half2 __habs2(__half2 a) {
  return __half2(__habs(a.x), __habs(a.y));
}
// Clamped to [0, 1], NaN to zero.
__HEDDLE_HOST_DEVICE__ __half __heddle_saturated(__half a) {
  const float x = (float)a;
  return __half(x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f);
}
__HEDDLE_HOST_DEVICE__ __half __hadd_sat(__half a, __half b) {
  return __heddle_saturated(__hadd(a, b));
}
__HEDDLE_HOST_DEVICE__ __half __hsub_sat(__half a, __half b) {
  return __heddle_saturated(__hsub(a, b));
}
__HEDDLE_HOST_DEVICE__ __half __hmul_sat(__half a, __half b) {
  return __heddle_saturated(__hmul(a, b));
}
__HEDDLE_HOST_DEVICE__ __half __hfma_sat(__half a, __half b, __half c) {
  return __heddle_saturated(__hfma(a, b, c));
}

// Comparison; the names ending in u are true where an argument is NaN.
#define __HEDDLE_16BIT_COMPARE(name, ordered)                                                      \
  __HEDDLE_HOST_DEVICE__ bool __h##name(__half a, __half b) {                                      \
    const float x = (float)a, y = (float)b;                                                        \
    return ordered;                                                                                \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __h##name##u(__half a, __half b) {                                   \
    const float x = (float)a, y = (float)b;                                                        \
    return (ordered) || x != x || y != y;                                                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half2 __h##name##2(__half2 a, __half2 b) {                              \
    return __half2(__half(__h##name(a.x, b.x) ? 1.0f : 0.0f),                                      \
                   __half(__h##name(a.y, b.y) ? 1.0f : 0.0f));                                     \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __hb##name##2(__half2 a, __half2 b) {                                \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }
__HEDDLE_16BIT_COMPARE(eq, x == y)
__HEDDLE_16BIT_COMPARE(ne, x<y || x> y)
__HEDDLE_16BIT_COMPARE(lt, x < y)
__HEDDLE_16BIT_COMPARE(le, x <= y)
__HEDDLE_16BIT_COMPARE(gt, x > y)
__HEDDLE_16BIT_COMPARE(ge, x >= y)
#undef __HEDDLE_16BIT_COMPARE
__HEDDLE_HOST_DEVICE__ bool __hisnan(__half a) {
  return (a.__x & 0x7fffu) > 0x7c00u;
}
__HEDDLE_HOST_DEVICE__ int __hisinf(__half a) {
  return (a.__x & 0x7fffu) == 0x7c00u ? ((a.__x & 0x8000u) != 0 ? -1 : 1) : 0;
}
__HEDDLE_HOST_DEVICE__ __half __hmax(__half a, __half b) {
  return __half(__builtin_fmaxf((float)a, (float)b));
}
__HEDDLE_HOST_DEVICE__ __half __hmin(__half a, __half b) {
  return __half(__builtin_fminf((float)a, (float)b));
}
__HEDDLE_HOST_DEVICE__ __half __hmax_nan(__half a, __half b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_half(0x7fffu) : __hmax(a, b);
}
__HEDDLE_HOST_DEVICE__ __half __hmin_nan(__half a, __half b) {
  return __hisnan(a) || __hisnan(b) ? __ushort_as_half(0x7fffu) : __hmin(a, b);
}
__HEDDLE_HOST_DEVICE__ __half2 __hmax2(__half2 a, __half2 b) {
  return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __half2 __hmin2(__half2 a, __half2 b) {
  return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

// Operators.
#define __HEDDLE_16BIT_OPERATOR(op, one, two)                                                      \
  __HEDDLE_HOST_DEVICE__ __half operator op(const __half& a, const __half& b) {                    \
    return one(a, b);                                                                              \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half& operator op##=(__half & a, const __half & b) {                    \
    return a = one(a, b);                                                                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half2 operator op(const __half2& a, const __half2& b) {                 \
    return two(a, b);                                                                              \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __half2& operator op##=(__half2 & a, const __half2 & b) {                 \
    return a = two(a, b);                                                                          \
  }
__HEDDLE_16BIT_OPERATOR(+, __hadd, __hadd2)
__HEDDLE_16BIT_OPERATOR(-, __hsub, __hsub2)
__HEDDLE_16BIT_OPERATOR(*, __hmul, __hmul2)
__HEDDLE_16BIT_OPERATOR(/, __hdiv, __h2div)
#undef __HEDDLE_16BIT_OPERATOR
__HEDDLE_HOST_DEVICE__ __half operator-(const __half& a) {
  return __hneg(a);
}
__HEDDLE_HOST_DEVICE__ __half operator+(const __half& a) {
  return a;
}
__HEDDLE_HOST_DEVICE__ __half2 operator-(const __half2& a) {
  return __hneg2(a);
}
__HEDDLE_HOST_DEVICE__ __half& operator++(__half& a) {
  return a = __hadd(a, __half(1.0f));
}
__HEDDLE_HOST_DEVICE__ __half& operator--(__half& a) {
  return a = __hsub(a, __half(1.0f));
}
#define __HEDDLE_16BIT_RELATION(op, one, two)                                                      \
  __HEDDLE_HOST_DEVICE__ bool operator op(const __half& a, const __half& b) {                      \
    return one(a, b);                                                                              \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool operator op(const __half2& a, const __half2& b) {                    \
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
  __HEDDLE_DEVICE__ __half h##name(__half a) {                                                     \
    return __half(function((float)a));                                                             \
  }                                                                                                \
  __HEDDLE_DEVICE__ __half2 h2##name(__half2 a) {                                                  \
    return __half2(h##name(a.x), h##name(a.y));                                                    \
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
  __HEDDLE_DEVICE__ __half name(unsigned int mask, __half a, LaneT lane, int width = 32) {         \
    return __ushort_as_half((unsigned short)name(mask, (unsigned int)a.__x, lane, width));         \
  }                                                                                                \
  __HEDDLE_DEVICE__ __half2 name(unsigned int mask, __half2 a, LaneT lane, int width = 32) {       \
    const unsigned int bits =                                                                      \
        name(mask, (unsigned int)a.x.__x | ((unsigned int)a.y.__x << 16), lane, width);            \
    return __half2(__ushort_as_half((unsigned short)bits),                                         \
                   __ushort_as_half((unsigned short)(bits >> 16)));                                \
  }
__HEDDLE_16BIT_SHUFFLE(__shfl_sync, int)
__HEDDLE_16BIT_SHUFFLE(__shfl_up_sync, unsigned int)
__HEDDLE_16BIT_SHUFFLE(__shfl_down_sync, unsigned int)
__HEDDLE_16BIT_SHUFFLE(__shfl_xor_sync, int)
#undef __HEDDLE_16BIT_SHUFFLE

#define __HEDDLE_16BIT_LOAD(name)                                                                  \
  __HEDDLE_DEVICE__ __half name(const __half* p) {                                                 \
    return __ushort_as_half(name((const unsigned short*)p));                                       \
  }                                                                                                \
  __HEDDLE_DEVICE__ __half2 name(const __half2* p) {                                               \
    return __builtin_bit_cast(__half2, name((const unsigned int*)p));                              \
  }
__HEDDLE_16BIT_LOAD(__ldg)
__HEDDLE_16BIT_LOAD(__ldca)
__HEDDLE_16BIT_LOAD(__ldcg)
__HEDDLE_16BIT_LOAD(__ldcs)
__HEDDLE_16BIT_LOAD(__ldlu)
__HEDDLE_16BIT_LOAD(__ldcv)
#undef __HEDDLE_16BIT_LOAD
#define __HEDDLE_16BIT_STORE(name)                                                                 \
  __HEDDLE_DEVICE__ void name(__half* p, __half value) {                                           \
    name((unsigned short*)p, __builtin_bit_cast(unsigned short, value));                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void name(__half2* p, __half2 value) {                                         \
    name((unsigned int*)p, __builtin_bit_cast(unsigned int, value));                               \
  }
__HEDDLE_16BIT_STORE(__stwb)
__HEDDLE_16BIT_STORE(__stcg)
__HEDDLE_16BIT_STORE(__stcs)
__HEDDLE_16BIT_STORE(__stwt)
#undef __HEDDLE_16BIT_STORE

// Through compare-and-swap on the 32-bit word, which every target has.
__HEDDLE_DEVICE__ __half2 atomicAdd(__half2* address, __half2 value) {
  unsigned int* word = (unsigned int*)address;
  unsigned int old = *(volatile unsigned int*)word, assumed;
  __half2 before;
  do {
    assumed = old;
    before = __half2(__ushort_as_half((unsigned short)assumed),
                     __ushort_as_half((unsigned short)(assumed >> 16)));
    const __half2 after = __hadd2(before, value);
    old = atomicCAS(word, assumed, (unsigned int)after.x.__x | ((unsigned int)after.y.__x << 16));
  } while (assumed != old);
  return before;
}
__HEDDLE_DEVICE__ __half atomicAdd(__half* address, __half value) {
  const unsigned long long location = (unsigned long long)address;
  unsigned int* word = (unsigned int*)(location & ~3ull);
  const unsigned int shift = (location & 2) != 0 ? 16 : 0;
  unsigned int old = *(volatile unsigned int*)word, assumed;
  __half before;
  do {
    assumed = old;
    before = __ushort_as_half((unsigned short)(assumed >> shift));
    const unsigned int after = __hadd(before, value).__x;
    old = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | (after << shift));
  } while (assumed != old);
  return before;
}

#endif

#define __HEDDLE_16BIT __half
#define __HEDDLE_16BIT_PAIR __half2
#define __HEDDLE_16BIT_AS(bits) __ushort_as_half((unsigned short)(bits))
#define __HEDDLE_16BIT_JOIN(before, after) before##half##after
#define __HEDDLE_16BIT_PTX "f16"
#define __HEDDLE_16BIT_TANH_ARCH 750
#include "crt/half_functions.h"

#undef __HEDDLE_HD__
#undef __HEDDLE_16BIT_FLOAT
#undef __HEDDLE_16BIT_NEAREST
#undef __HEDDLE_16BIT_FROM

#endif

#endif
