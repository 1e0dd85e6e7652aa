// The types of cuda_fp16.h and cuda_bf16.h with their conversions, arithmetic and comparison: what
// both have alike. Included by crt/half_functions.h for each of them, so it has no guard; beside
// what is said there, they define
//   __HEDDLE_16BIT_RAW, __HEDDLE_16BIT_PAIR_RAW    the C structures of the bits
//   __HEDDLE_16BIT_OTHER                           the other one of the two types
//   __HEDDLE_16BIT_NEAREST(x)                      bits from a float, rounded to nearest
//   __HEDDLE_16BIT_FLOAT(bits)                     a float from the bits
//   __HEDDLE_16BIT_INFINITY                        the bits of infinity
//   __HEDDLE_16BIT_ATOMIC_ARCH                     the first target with atomic additions
//   __HEDDLE_16BIT_CONVERTS                        whether numbers are made and taken implicitly;
//                                                  what is below converts by the two macros
//
// Every operation is rounded once, as on a device that has the type: float has more than twice the
// digits, so a sum, product, quotient or root formed there and rounded again is the right one.

// The type from a float, and a float from it.
#define __HEDDLE_16BIT_ROUNDED(x) __HEDDLE_16BIT_AS(__HEDDLE_16BIT_NEAREST(x))
#define __HEDDLE_16BIT_VALUE(h) __HEDDLE_16BIT_FLOAT((h).__x)

#define __HEDDLE_HD__ __inline__ __attribute__((always_inline)) __host__ __device__

struct __HEDDLE_16BIT_OTHER;
struct __align__(2) __HEDDLE_16BIT {
  unsigned short __x;

#if __cplusplus >= 201103L
  __HEDDLE_16BIT() = default;
#else
  __HEDDLE_HD__ __HEDDLE_16BIT() {}
#endif
  __HEDDLE_HD__ __HEDDLE_16BIT(const __HEDDLE_16BIT_RAW& raw) : __x(raw.x) {}
#if __HEDDLE_16BIT_CONVERTS
  // Defined in cuda_bf16.h, where both types are complete.
  __HEDDLE_HD__ explicit __HEDDLE_16BIT(const __HEDDLE_16BIT_OTHER& other);
  __HEDDLE_HD__ __HEDDLE_16BIT(float x) : __x(__HEDDLE_16BIT_NEAREST(x)) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(double x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloat(x))) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(int x) : __x(__HEDDLE_16BIT((double)x).__x) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(unsigned int x) : __x(__HEDDLE_16BIT((double)x).__x) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(short x) : __x(__HEDDLE_16BIT_NEAREST((float)x)) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(unsigned short x) : __x(__HEDDLE_16BIT_NEAREST((float)x)) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(long long x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloatOfInteger(x))) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(unsigned long long x)
      : __x(__HEDDLE_16BIT_NEAREST(heddle::device::oddFloatOfInteger(x))) {}

  __HEDDLE_HD__ __HEDDLE_16BIT(long x) : __x(__HEDDLE_16BIT((long long)x).__x) {}
  __HEDDLE_HD__ __HEDDLE_16BIT(unsigned long x) : __x(__HEDDLE_16BIT((unsigned long long)x).__x) {}

  __HEDDLE_HD__ operator float() const { return __HEDDLE_16BIT_FLOAT(__x); }
  __HEDDLE_HD__ operator bool() const { return (__x & 0x7fffu) != 0; }
#define __HEDDLE_16BIT_OPERATOR(T, lowest, highest)                                                \
  __HEDDLE_HD__ operator T() const {                                                               \
    return heddle::device::integerFromFloat<T>(__HEDDLE_16BIT_FLOAT(__x), lowest, highest);        \
  }
  __HEDDLE_16BIT_OPERATOR(signed char, -128, 127)
  __HEDDLE_16BIT_OPERATOR(unsigned char, 0, 255)
  __HEDDLE_16BIT_OPERATOR(char, (char)-1 < 0 ? -128 : 0, (char)((char)-1 < 0 ? 127 : 255))
  __HEDDLE_16BIT_OPERATOR(short, -32768, 32767)
  __HEDDLE_16BIT_OPERATOR(unsigned short, 0, 65535)
  __HEDDLE_16BIT_OPERATOR(int, -__INT_MAX__ - 1, __INT_MAX__)
  __HEDDLE_16BIT_OPERATOR(unsigned int, 0, ~0u)
  __HEDDLE_16BIT_OPERATOR(long, -__LONG_MAX__ - 1, __LONG_MAX__)
  __HEDDLE_16BIT_OPERATOR(unsigned long, 0, ~0ul)
  __HEDDLE_16BIT_OPERATOR(long long, -__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__)
  __HEDDLE_16BIT_OPERATOR(unsigned long long, 0, ~0ull)
#undef __HEDDLE_16BIT_OPERATOR
#endif
  __HEDDLE_HD__ operator __HEDDLE_16BIT_RAW() const {
    __HEDDLE_16BIT_RAW raw;
    raw.x = __x;
    return raw;
  }
  __HEDDLE_HD__ operator __HEDDLE_16BIT_RAW() const volatile {
    __HEDDLE_16BIT_RAW raw;
    raw.x = __x;
    return raw;
  }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(const __HEDDLE_16BIT_RAW& raw) {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ volatile __HEDDLE_16BIT& operator=(const __HEDDLE_16BIT_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
  __HEDDLE_HD__ volatile __HEDDLE_16BIT&
  operator=(const volatile __HEDDLE_16BIT_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
#if __HEDDLE_16BIT_CONVERTS
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(float x) {
    __x = __HEDDLE_16BIT_NEAREST(x);
    return *this;
  }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(double x) { return *this = __HEDDLE_16BIT(x); }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(short x) { return *this = __HEDDLE_16BIT(x); }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(unsigned short x) { return *this = __HEDDLE_16BIT(x); }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(int x) { return *this = __HEDDLE_16BIT(x); }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(unsigned int x) { return *this = __HEDDLE_16BIT(x); }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(long long x) { return *this = __HEDDLE_16BIT(x); }
  __HEDDLE_HD__ __HEDDLE_16BIT& operator=(unsigned long long x) {
    return *this = __HEDDLE_16BIT(x);
  }
#endif
};

struct __align__(4) __HEDDLE_16BIT_PAIR {
  __HEDDLE_16BIT x, y;

#if __cplusplus >= 201103L
  __HEDDLE_16BIT_PAIR() = default;
#else
  __HEDDLE_HD__ __HEDDLE_16BIT_PAIR() {}
#endif
  __HEDDLE_HD__ __HEDDLE_16BIT_PAIR(const __HEDDLE_16BIT& a, const __HEDDLE_16BIT& b)
      : x(a), y(b) {}
  __HEDDLE_HD__ __HEDDLE_16BIT_PAIR(const __HEDDLE_16BIT_PAIR_RAW& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
  __HEDDLE_HD__ operator __HEDDLE_16BIT_PAIR_RAW() const {
    __HEDDLE_16BIT_PAIR_RAW raw;
    raw.x = x.__x;
    raw.y = y.__x;
    return raw;
  }
};

// Conversions.
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__ushort_as_, )(unsigned short bits) {
  __HEDDLE_16BIT_RAW raw;
  raw.x = bits;
  return raw;
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__short_as_, )(short bits) {
  return __HEDDLE_16BIT_AS(bits);
}
__HEDDLE_HOST_DEVICE__ unsigned short __HEDDLE_16BIT_JOIN(__, _as_ushort)(__HEDDLE_16BIT h) {
  return h.__x;
}
__HEDDLE_HOST_DEVICE__ short __HEDDLE_16BIT_JOIN(__, _as_short)(__HEDDLE_16BIT h) {
  return (short)h.__x;
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__float2, )(float x) {
  return __HEDDLE_16BIT_ROUNDED(x);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__float2, _rn)(float x) {
  return __HEDDLE_16BIT_ROUNDED(x);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__float2, _rz)(float x) {
  return __HEDDLE_16BIT_AS(__HEDDLE_16BIT_FROM(x, roundZero));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__float2, _ru)(float x) {
  return __HEDDLE_16BIT_AS(__HEDDLE_16BIT_FROM(x, roundUp));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__float2, _rd)(float x) {
  return __HEDDLE_16BIT_AS(__HEDDLE_16BIT_FROM(x, roundDown));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__double2, )(double x) {
  return __HEDDLE_16BIT_ROUNDED(heddle::device::oddFloat(x));
}
__HEDDLE_HOST_DEVICE__ float __HEDDLE_16BIT_JOIN(__, 2float)(__HEDDLE_16BIT h) {
  return __HEDDLE_16BIT_VALUE(h);
}

#if defined(__CUDA__) || defined(__CUDACC__)
// To integers: through float, which holds every value exactly, with the saturation of cvt.
#define __HEDDLE_16BIT_TO_INTEGER(name, T, convert)                                                \
  __HEDDLE_DEVICE__ T __HEDDLE_16BIT_JOIN(__, 2##name##_rn)(__HEDDLE_16BIT h) {                    \
    return (T)convert##_rn(__HEDDLE_16BIT_VALUE(h));                                               \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __HEDDLE_16BIT_JOIN(__, 2##name##_rz)(__HEDDLE_16BIT h) {                    \
    return (T)convert##_rz(__HEDDLE_16BIT_VALUE(h));                                               \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __HEDDLE_16BIT_JOIN(__, 2##name##_ru)(__HEDDLE_16BIT h) {                    \
    return (T)convert##_ru(__HEDDLE_16BIT_VALUE(h));                                               \
  }                                                                                                \
  __HEDDLE_DEVICE__ T __HEDDLE_16BIT_JOIN(__, 2##name##_rd)(__HEDDLE_16BIT h) {                    \
    return (T)convert##_rd(__HEDDLE_16BIT_VALUE(h));                                               \
  }
__HEDDLE_16BIT_TO_INTEGER(int, int, __float2int)
__HEDDLE_16BIT_TO_INTEGER(uint, unsigned int, __float2uint)
__HEDDLE_16BIT_TO_INTEGER(ll, long long, __float2ll)
__HEDDLE_16BIT_TO_INTEGER(ull, unsigned long long, __float2ull)
#undef __HEDDLE_16BIT_TO_INTEGER
__HEDDLE_DEVICE__ short __HEDDLE_16BIT_JOIN(__, 2short_rn)(__HEDDLE_16BIT h) {
  return (short)max(-32768, min(32767, __float2int_rn(__HEDDLE_16BIT_VALUE(h))));
}
__HEDDLE_DEVICE__ short __HEDDLE_16BIT_JOIN(__, 2short_rz)(__HEDDLE_16BIT h) {
  return (short)max(-32768, min(32767, __float2int_rz(__HEDDLE_16BIT_VALUE(h))));
}
__HEDDLE_DEVICE__ unsigned short __HEDDLE_16BIT_JOIN(__, 2ushort_rn)(__HEDDLE_16BIT h) {
  return (unsigned short)min(65535u, __float2uint_rn(__HEDDLE_16BIT_VALUE(h)));
}
__HEDDLE_DEVICE__ unsigned short __HEDDLE_16BIT_JOIN(__, 2ushort_rz)(__HEDDLE_16BIT h) {
  return (unsigned short)min(65535u, __float2uint_rz(__HEDDLE_16BIT_VALUE(h)));
}
#endif

__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__int2, _rn)(int x) {
  return __HEDDLE_16BIT_ROUNDED(heddle::device::oddFloat((double)x));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__uint2, _rn)(unsigned int x) {
  return __HEDDLE_16BIT_ROUNDED(heddle::device::oddFloat((double)x));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__short2, _rn)(short x) {
  return __HEDDLE_16BIT_ROUNDED((float)x);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__ushort2, _rn)(unsigned short x) {
  return __HEDDLE_16BIT_ROUNDED((float)x);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__ll2, _rn)(long long x) {
  return __HEDDLE_16BIT_ROUNDED(heddle::device::oddFloatOfInteger(x));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__ull2, _rn)(unsigned long long x) {
  return __HEDDLE_16BIT_ROUNDED(heddle::device::oddFloatOfInteger(x));
}

// Pairs: making and taking apart.
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__halves2, 2)(__HEDDLE_16BIT a,
                                                                             __HEDDLE_16BIT b) {
  return __HEDDLE_16BIT_PAIR(a, b);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(make_, 2)(__HEDDLE_16BIT a,
                                                                         __HEDDLE_16BIT b) {
  return __HEDDLE_16BIT_PAIR(a, b);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__float2, 2_rn)(float a) {
  return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(a), __HEDDLE_16BIT_ROUNDED(a));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__floats2, 2_rn)(float a, float b) {
  return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(a), __HEDDLE_16BIT_ROUNDED(b));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__float22, 2_rn)(float2 a) {
  return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(a.x), __HEDDLE_16BIT_ROUNDED(a.y));
}
__HEDDLE_HOST_DEVICE__ float2 __HEDDLE_16BIT_JOIN(__, 22float2)(__HEDDLE_16BIT_PAIR a) {
  float2 result;
  result.x = __HEDDLE_16BIT_VALUE(a.x);
  result.y = __HEDDLE_16BIT_VALUE(a.y);
  return result;
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__low2, )(__HEDDLE_16BIT_PAIR a) {
  return a.x;
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __HEDDLE_16BIT_JOIN(__high2, )(__HEDDLE_16BIT_PAIR a) {
  return a.y;
}
__HEDDLE_HOST_DEVICE__ float __low2float(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_VALUE(a.x);
}
__HEDDLE_HOST_DEVICE__ float __high2float(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_VALUE(a.y);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__low2, 2)(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(a.x, a.x);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__high2, 2)(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(a.y, a.y);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__lows2, 2)(__HEDDLE_16BIT_PAIR a,
                                                                           __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(a.x, b.x);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __HEDDLE_16BIT_JOIN(__highs2, 2)(__HEDDLE_16BIT_PAIR a,
                                                                            __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(a.y, b.y);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __lowhigh2highlow(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(a.y, a.x);
}

// Arithmetic.
#define __HEDDLE_16BIT_BINARY(name, op)                                                            \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __h##name(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {            \
    return __HEDDLE_16BIT_ROUNDED(__HEDDLE_16BIT_VALUE(a) op __HEDDLE_16BIT_VALUE(b));             \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __h##name##_rn(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {       \
    return __h##name(a, b);                                                                        \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __h##name##2(__HEDDLE_16BIT_PAIR a,                   \
                                                          __HEDDLE_16BIT_PAIR b) {                 \
    return __HEDDLE_16BIT_PAIR(__h##name(a.x, b.x), __h##name(a.y, b.y));                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __h##name##2_rn(__HEDDLE_16BIT_PAIR a,                \
                                                             __HEDDLE_16BIT_PAIR b) {              \
    return __h##name##2(a, b);                                                                     \
  }
__HEDDLE_16BIT_BINARY(add, +)
__HEDDLE_16BIT_BINARY(sub, -)
__HEDDLE_16BIT_BINARY(mul, *)
#undef __HEDDLE_16BIT_BINARY
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hdiv(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __HEDDLE_16BIT_ROUNDED(__HEDDLE_16BIT_VALUE(a) / __HEDDLE_16BIT_VALUE(b));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __h2div(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hfma(__HEDDLE_16BIT a, __HEDDLE_16BIT b, __HEDDLE_16BIT c) {
  return __HEDDLE_16BIT_ROUNDED(heddle::device::oddFloat(
      heddle::device::sumToOdd((double)__HEDDLE_16BIT_VALUE(a) * (double)__HEDDLE_16BIT_VALUE(b),
                               (double)__HEDDLE_16BIT_VALUE(c))));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hfma2(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b,
                                                   __HEDDLE_16BIT_PAIR c) {
  return __HEDDLE_16BIT_PAIR(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hneg(__HEDDLE_16BIT a) {
  return __HEDDLE_16BIT_AS(a.__x ^ 0x8000u);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __habs(__HEDDLE_16BIT a) {
  return __HEDDLE_16BIT_AS(a.__x & 0x7fffu);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hneg2(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(__hneg(a.x), __hneg(a.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __habs2(__HEDDLE_16BIT_PAIR a) {
  return __HEDDLE_16BIT_PAIR(__habs(a.x), __habs(a.y));
}
// Clamped to [0, 1], NaN to zero.
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __heddle_saturated(__HEDDLE_16BIT a) {
  const float x = __HEDDLE_16BIT_VALUE(a);
  return __HEDDLE_16BIT_ROUNDED(x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hadd_sat(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __heddle_saturated(__hadd(a, b));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hsub_sat(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __heddle_saturated(__hsub(a, b));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hmul_sat(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __heddle_saturated(__hmul(a, b));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hfma_sat(__HEDDLE_16BIT a, __HEDDLE_16BIT b,
                                                 __HEDDLE_16BIT c) {
  return __heddle_saturated(__hfma(a, b, c));
}

// Comparison; the names ending in u are true where an argument is NaN.
#define __HEDDLE_16BIT_COMPARE(name, ordered)                                                      \
  __HEDDLE_HOST_DEVICE__ bool __h##name(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {                      \
    const float x = __HEDDLE_16BIT_VALUE(a), y = __HEDDLE_16BIT_VALUE(b);                          \
    return ordered;                                                                                \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __h##name##u(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {                   \
    const float x = __HEDDLE_16BIT_VALUE(a), y = __HEDDLE_16BIT_VALUE(b);                          \
    return (ordered) || x != x || y != y;                                                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __h##name##2(__HEDDLE_16BIT_PAIR a,                   \
                                                          __HEDDLE_16BIT_PAIR b) {                 \
    return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(__h##name(a.x, b.x) ? 1.0f : 0.0f),          \
                               __HEDDLE_16BIT_ROUNDED(__h##name(a.y, b.y) ? 1.0f : 0.0f));         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ bool __hb##name##2(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b) {        \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }
__HEDDLE_16BIT_COMPARE(eq, x == y)
__HEDDLE_16BIT_COMPARE(ne, x<y || x> y)
__HEDDLE_16BIT_COMPARE(lt, x < y)
__HEDDLE_16BIT_COMPARE(le, x <= y)
__HEDDLE_16BIT_COMPARE(gt, x > y)
__HEDDLE_16BIT_COMPARE(ge, x >= y)
#undef __HEDDLE_16BIT_COMPARE
__HEDDLE_HOST_DEVICE__ bool __hisnan(__HEDDLE_16BIT a) {
  return (a.__x & 0x7fffu) > __HEDDLE_16BIT_INFINITY;
}
__HEDDLE_HOST_DEVICE__ int __hisinf(__HEDDLE_16BIT a) {
  return (a.__x & 0x7fffu) == __HEDDLE_16BIT_INFINITY ? ((a.__x & 0x8000u) != 0 ? -1 : 1) : 0;
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hmax(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __HEDDLE_16BIT_ROUNDED(__builtin_fmaxf(__HEDDLE_16BIT_VALUE(a), __HEDDLE_16BIT_VALUE(b)));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hmin(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __HEDDLE_16BIT_ROUNDED(__builtin_fminf(__HEDDLE_16BIT_VALUE(a), __HEDDLE_16BIT_VALUE(b)));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hmax_nan(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __hisnan(a) || __hisnan(b) ? __HEDDLE_16BIT_AS(0x7fffu) : __hmax(a, b);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT __hmin_nan(__HEDDLE_16BIT a, __HEDDLE_16BIT b) {
  return __hisnan(a) || __hisnan(b) ? __HEDDLE_16BIT_AS(0x7fffu) : __hmin(a, b);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hmax2(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR __hmin2(__HEDDLE_16BIT_PAIR a, __HEDDLE_16BIT_PAIR b) {
  return __HEDDLE_16BIT_PAIR(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

#if defined(__CUDA__) || defined(__CUDACC__)

// Mathematics, in float.
#define __HEDDLE_16BIT_MATH(name, function)                                                        \
  __HEDDLE_DEVICE__ __HEDDLE_16BIT h##name(__HEDDLE_16BIT a) {                                     \
    return __HEDDLE_16BIT_ROUNDED(function(__HEDDLE_16BIT_VALUE(a)));                              \
  }                                                                                                \
  __HEDDLE_DEVICE__ __HEDDLE_16BIT_PAIR h2##name(__HEDDLE_16BIT_PAIR a) {                          \
    return __HEDDLE_16BIT_PAIR(h##name(a.x), h##name(a.y));                                        \
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
  __HEDDLE_DEVICE__ __HEDDLE_16BIT name(unsigned int mask, __HEDDLE_16BIT a, LaneT lane,           \
                                        int width = 32) {                                          \
    return __HEDDLE_16BIT_AS(name(mask, (unsigned int)a.__x, lane, width));                        \
  }                                                                                                \
  __HEDDLE_DEVICE__ __HEDDLE_16BIT_PAIR name(unsigned int mask, __HEDDLE_16BIT_PAIR a, LaneT lane, \
                                             int width = 32) {                                     \
    const unsigned int bits =                                                                      \
        name(mask, (unsigned int)a.x.__x | ((unsigned int)a.y.__x << 16), lane, width);            \
    return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_AS(bits), __HEDDLE_16BIT_AS(bits >> 16));            \
  }
__HEDDLE_16BIT_SHUFFLE(__shfl_sync, int)
__HEDDLE_16BIT_SHUFFLE(__shfl_up_sync, unsigned int)
__HEDDLE_16BIT_SHUFFLE(__shfl_down_sync, unsigned int)
__HEDDLE_16BIT_SHUFFLE(__shfl_xor_sync, int)
#undef __HEDDLE_16BIT_SHUFFLE

#define __HEDDLE_16BIT_LOAD(name)                                                                  \
  __HEDDLE_DEVICE__ __HEDDLE_16BIT name(const __HEDDLE_16BIT* p) {                                 \
    return __HEDDLE_16BIT_AS(name((const unsigned short*)p));                                      \
  }                                                                                                \
  __HEDDLE_DEVICE__ __HEDDLE_16BIT_PAIR name(const __HEDDLE_16BIT_PAIR* p) {                       \
    return __builtin_bit_cast(__HEDDLE_16BIT_PAIR, name((const unsigned int*)p));                  \
  }
__HEDDLE_16BIT_LOAD(__ldg)
__HEDDLE_16BIT_LOAD(__ldca)
__HEDDLE_16BIT_LOAD(__ldcg)
__HEDDLE_16BIT_LOAD(__ldcs)
__HEDDLE_16BIT_LOAD(__ldlu)
__HEDDLE_16BIT_LOAD(__ldcv)
#undef __HEDDLE_16BIT_LOAD
#define __HEDDLE_16BIT_STORE(name)                                                                 \
  __HEDDLE_DEVICE__ void name(__HEDDLE_16BIT* p, __HEDDLE_16BIT value) {                           \
    name((unsigned short*)p, __builtin_bit_cast(unsigned short, value));                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void name(__HEDDLE_16BIT_PAIR* p, __HEDDLE_16BIT_PAIR value) {                 \
    name((unsigned int*)p, __builtin_bit_cast(unsigned int, value));                               \
  }
__HEDDLE_16BIT_STORE(__stwb)
__HEDDLE_16BIT_STORE(__stcg)
__HEDDLE_16BIT_STORE(__stcs)
__HEDDLE_16BIT_STORE(__stwt)
#undef __HEDDLE_16BIT_STORE

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= __HEDDLE_16BIT_ATOMIC_ARCH
__HEDDLE_DEVICE__ __HEDDLE_16BIT_PAIR atomicAdd(__HEDDLE_16BIT_PAIR* address,
                                                __HEDDLE_16BIT_PAIR value) {
  unsigned int old;
  asm volatile("atom.add.noftz." __HEDDLE_16BIT_PTX "x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(address), "r"(__builtin_bit_cast(unsigned int, value))
               : "memory");
  return __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_AS(old), __HEDDLE_16BIT_AS(old >> 16));
}
__HEDDLE_DEVICE__ __HEDDLE_16BIT atomicAdd(__HEDDLE_16BIT* address, __HEDDLE_16BIT value) {
  unsigned short old;
  asm volatile("atom.add.noftz." __HEDDLE_16BIT_PTX " %0, [%1], %2;"
               : "=h"(old)
               : "l"(address), "h"(value.__x)
               : "memory");
  return __HEDDLE_16BIT_AS(old);
}
#else
// Targets without these instructions exchange the 32-bit word.
__HEDDLE_DEVICE__ __HEDDLE_16BIT_PAIR atomicAdd(__HEDDLE_16BIT_PAIR* address,
                                                __HEDDLE_16BIT_PAIR value) {
  unsigned int* word = (unsigned int*)address;
  unsigned int old = *(volatile unsigned int*)word, assumed;
  __HEDDLE_16BIT_PAIR before;
  do {
    assumed = old;
    before = __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_AS(assumed), __HEDDLE_16BIT_AS(assumed >> 16));
    const __HEDDLE_16BIT_PAIR after = __hadd2(before, value);
    old = atomicCAS(word, assumed, (unsigned int)after.x.__x | ((unsigned int)after.y.__x << 16));
  } while (assumed != old);
  return before;
}
__HEDDLE_DEVICE__ __HEDDLE_16BIT atomicAdd(__HEDDLE_16BIT* address, __HEDDLE_16BIT value) {
  const unsigned long long location = (unsigned long long)address;
  unsigned int* word = (unsigned int*)(location & ~3ull);
  const unsigned int shift = (location & 2) != 0 ? 16 : 0;
  unsigned int old = *(volatile unsigned int*)word, assumed;
  __HEDDLE_16BIT before;
  do {
    assumed = old;
    before = __HEDDLE_16BIT_AS(assumed >> shift);
    const unsigned int after = __hadd(before, value).__x;
    old = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | (after << shift));
  } while (assumed != old);
  return before;
}

#endif

#endif

#undef __HEDDLE_HD__
#undef __HEDDLE_16BIT_ATOMIC_ARCH
#undef __HEDDLE_16BIT_OTHER
#undef __HEDDLE_16BIT_RAW
#undef __HEDDLE_16BIT_PAIR_RAW
#undef __HEDDLE_16BIT_INFINITY
