// The mathematical functions under their public names, globally and in namespace std. On the host
// those of the C library are the host's own; here are their device versions, and for both sides the
// functions that only CUDA has.
//
// The C++ library's overloads are constexpr, which makes them callable on the device, where they
// would expand to calls that no device library defines. Ours must win without conflicting with
// them: a device function is preferred to a host-device one, and the enable_if attribute makes the
// signatures differ.
#ifndef HEDDLE_CRT_MATH_FUNCTIONS_H
#define HEDDLE_CRT_MATH_FUNCTIONS_H

/* The name that programs test for. */
#define __MATH_FUNCTIONS_H__

#include "crt/device_macros.h"
#include "crt/float_functions.h"

#include <math.h>
#include <stdlib.h>

#include <cmath>
#include <cstdlib>

// In an installed tree, on the way that the compilers of a build tree search, and in the source
// tree. The first needs no search: a program may have a header of its own with this name.
#if __has_include("../../lib/heddle/device/device_math.h")
#include "../../lib/heddle/device/device_math.h"
#elif __has_include(<device_math.h>)
#include <device_math.h>
#else
#include "../../lib/device/device_math.h"
#endif

#define __HEDDLE_OVERLOAD __attribute__((enable_if(true, "")))

// What the C library of the host declares itself, in its newer versions, is the device's only.
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 41))
#define __HEDDLE_PI_FUNCTION __HEDDLE_DEVICE__
#else
#define __HEDDLE_PI_FUNCTION __HEDDLE_HOST_DEVICE__
#endif
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 42))
#define __HEDDLE_RSQRT_FUNCTION __HEDDLE_DEVICE__
#else
#define __HEDDLE_RSQRT_FUNCTION __HEDDLE_HOST_DEVICE__
#endif

// double for integers, as in C++.
template <class T> struct __heddle_integer {};
#define __HEDDLE_INTEGER(T)                                                                        \
  template <> struct __heddle_integer<T> {                                                         \
    typedef double type;                                                                           \
  };
__HEDDLE_INTEGER(bool)
__HEDDLE_INTEGER(char)
__HEDDLE_INTEGER(signed char)
__HEDDLE_INTEGER(unsigned char)
__HEDDLE_INTEGER(short)
__HEDDLE_INTEGER(unsigned short)
__HEDDLE_INTEGER(int)
__HEDDLE_INTEGER(unsigned int)
__HEDDLE_INTEGER(long)
__HEDDLE_INTEGER(unsigned long)
__HEDDLE_INTEGER(long long)
__HEDDLE_INTEGER(unsigned long long)
#undef __HEDDLE_INTEGER

// The common type of mixed arguments: float only if all are.
template <class T> struct __heddle_promoted : __heddle_integer<T> {};
template <> struct __heddle_promoted<float> {
  typedef float type;
};
template <> struct __heddle_promoted<double> {
  typedef double type;
};
// So that calls in host code, which have their own overloads, find ours well-formed.
template <> struct __heddle_promoted<long double> {
  typedef double type;
};
template <class T, class U> struct __heddle_wider {
  typedef double type;
};
template <> struct __heddle_wider<float, float> {
  typedef float type;
};
// Without a type for arguments that are no numbers. The overload for mixed numbers then drops out,
// and a class may have functions of these names for its objects.
template <class T, class U> struct __heddle_void {
  typedef void type;
};
template <class T, class U, class = void> struct __heddle_promoted2 {};
template <class T, class U>
struct __heddle_promoted2<T, U,
                          typename __heddle_void<typename __heddle_promoted<T>::type,
                                                 typename __heddle_promoted<U>::type>::type>
    : __heddle_wider<typename __heddle_promoted<T>::type, typename __heddle_promoted<U>::type> {};
template <class T, class U, class Third, class = void> struct __heddle_promoted3 {};
template <class T, class U, class Third>
struct __heddle_promoted3<T, U, Third,
                          typename __heddle_void<typename __heddle_promoted2<T, U>::type,
                                                 typename __heddle_promoted<Third>::type>::type>
    : __heddle_wider<typename __heddle_promoted2<T, U>::type,
                     typename __heddle_promoted<Third>::type> {};

// The argument of a double function: devices before compute capability 1.3 have no doubles, and
// call the float function in its place.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 130
#define __HEDDLE_DOUBLE(x) ((float)(x))
#else
#define __HEDDLE_DOUBLE(x) (x)
#endif

#define __HEDDLE_OVERLOADS1(name, ResultF, ResultD)                                                \
  __HEDDLE_DEVICE__ ResultD name(double x) __HEDDLE_OVERLOAD {                                     \
    return heddle::device::name(__HEDDLE_DOUBLE(x));                                               \
  }                                                                                                \
  __HEDDLE_DEVICE__ ResultF name(float x) __HEDDLE_OVERLOAD {                                      \
    return name##f(x);                                                                             \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ typename __heddle_wider<ResultD, typename __heddle_integer<T>::type>::type     \
  name(T x) {                                                                                      \
    return name((double)x);                                                                        \
  }
#define __HEDDLE_FLOAT1(name)                                                                      \
  __HEDDLE_DEVICE__ float name##f(float x) {                                                       \
    return heddle::device::name(x);                                                                \
  }
#define __HEDDLE_MATH1(name) __HEDDLE_FLOAT1(name) __HEDDLE_OVERLOADS1(name, float, double)

#define __HEDDLE_OVERLOADS2(name)                                                                  \
  __HEDDLE_DEVICE__ double name(double x, double y) __HEDDLE_OVERLOAD {                            \
    return heddle::device::name(__HEDDLE_DOUBLE(x), __HEDDLE_DOUBLE(y));                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ float name(float x, float y) __HEDDLE_OVERLOAD {                               \
    return name##f(x, y);                                                                          \
  }                                                                                                \
  template <class T, class U>                                                                      \
  __HEDDLE_DEVICE__ typename __heddle_promoted2<T, U>::type name(T x, U y) {                       \
    return name((typename __heddle_promoted2<T, U>::type)x,                                        \
                (typename __heddle_promoted2<T, U>::type)y);                                       \
  }
#define __HEDDLE_FLOAT2(name)                                                                      \
  __HEDDLE_DEVICE__ float name##f(float x, float y) {                                              \
    return heddle::device::name(x, y);                                                             \
  }
#define __HEDDLE_MATH2(name) __HEDDLE_FLOAT2(name) __HEDDLE_OVERLOADS2(name)

// Under -use_fast_math these names stand for the approximations.
#if defined(__CUDA_FAST_MATH__)
#define __HEDDLE_FAST1(name)                                                                       \
  __HEDDLE_DEVICE__ float name##f(float x) {                                                       \
    return __##name##f(x);                                                                         \
  }
#else
#define __HEDDLE_FAST1(name) __HEDDLE_FLOAT1(name)
#endif
__HEDDLE_FAST1(sin)
__HEDDLE_FAST1(cos)
__HEDDLE_FAST1(tan)
__HEDDLE_FAST1(exp)
__HEDDLE_FAST1(exp10)
__HEDDLE_FAST1(log)
__HEDDLE_FAST1(log2)
__HEDDLE_FAST1(log10)
#undef __HEDDLE_FAST1
__HEDDLE_OVERLOADS1(sin, float, double)
__HEDDLE_OVERLOADS1(cos, float, double)
__HEDDLE_OVERLOADS1(tan, float, double)
__HEDDLE_OVERLOADS1(exp, float, double)
__HEDDLE_OVERLOADS1(exp10, float, double)
__HEDDLE_OVERLOADS1(log, float, double)
__HEDDLE_OVERLOADS1(log2, float, double)
__HEDDLE_OVERLOADS1(log10, float, double)

__HEDDLE_MATH1(acos)
__HEDDLE_MATH1(asin)
__HEDDLE_MATH1(atan)
__HEDDLE_MATH1(cosh)
__HEDDLE_MATH1(sinh)
__HEDDLE_MATH1(tanh)
__HEDDLE_MATH1(acosh)
__HEDDLE_MATH1(asinh)
__HEDDLE_MATH1(atanh)
__HEDDLE_MATH1(exp2)
__HEDDLE_MATH1(expm1)
__HEDDLE_MATH1(log1p)
__HEDDLE_MATH1(logb)
#if defined(__CUDA_ARCH__) && defined(__CUDA_PREC_SQRT) && !__CUDA_PREC_SQRT
__HEDDLE_DEVICE__ float sqrtf(float x) {
  return __HEDDLE_FLUSHES_DENORMALS() ? __nvvm_sqrt_approx_ftz_f(x) : __nvvm_sqrt_approx_f(x);
}
#else
__HEDDLE_FLOAT1(sqrt)
#endif
__HEDDLE_OVERLOADS1(sqrt, float, double)
__HEDDLE_MATH1(cbrt)
__HEDDLE_MATH1(ceil)
__HEDDLE_MATH1(floor)
__HEDDLE_MATH1(trunc)
__HEDDLE_MATH1(round)
__HEDDLE_MATH1(rint)
__HEDDLE_MATH1(fabs)
__HEDDLE_MATH1(erf)
__HEDDLE_MATH1(erfc)
__HEDDLE_MATH1(lgamma)
__HEDDLE_MATH1(tgamma)
__HEDDLE_MATH2(atan2)
__HEDDLE_MATH2(fmod)
__HEDDLE_MATH2(remainder)
__HEDDLE_MATH2(hypot)
__HEDDLE_MATH2(copysign)
__HEDDLE_MATH2(fdim)
__HEDDLE_MATH2(fmin)
__HEDDLE_MATH2(fmax)
__HEDDLE_MATH2(nextafter)

__HEDDLE_DEVICE__ float nearbyintf(float x) {
  return rintf(x);
}
__HEDDLE_DEVICE__ double nearbyint(double x) __HEDDLE_OVERLOAD {
  return rint(x);
}
__HEDDLE_DEVICE__ float nearbyint(float x) __HEDDLE_OVERLOAD {
  return rintf(x);
}

// Powers whose exponent is a literal are common and need no logarithm.
#define __HEDDLE_LITERAL_POWERS(x, y, root)                                                        \
  if (__builtin_constant_p(y)) {                                                                   \
    if (y == 2)                                                                                    \
      return x * x;                                                                                \
    if (y == 3)                                                                                    \
      return x * x * x;                                                                            \
    if (y == 1)                                                                                    \
      return x;                                                                                    \
    if (y == -1)                                                                                   \
      return 1 / x;                                                                                \
  }
__HEDDLE_DEVICE__ float powf(float x, float y) {
  __HEDDLE_LITERAL_POWERS(x, y, sqrtf)
#if defined(__CUDA_FAST_MATH__)
  return __powf(x, y);
#else
  return heddle::device::pow(x, y);
#endif
}
__HEDDLE_DEVICE__ double pow(double x, double y) __HEDDLE_OVERLOAD {
  __HEDDLE_LITERAL_POWERS(x, y, sqrt)
  return heddle::device::pow(__HEDDLE_DOUBLE(x), __HEDDLE_DOUBLE(y));
}
#undef __HEDDLE_LITERAL_POWERS
__HEDDLE_DEVICE__ float pow(float x, float y) __HEDDLE_OVERLOAD {
  return powf(x, y);
}
template <class T, class U>
__HEDDLE_DEVICE__ typename __heddle_promoted2<T, U>::type pow(T x, U y) {
  return pow((typename __heddle_promoted2<T, U>::type)x,
             (typename __heddle_promoted2<T, U>::type)y);
}

__HEDDLE_DEVICE__ float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
__HEDDLE_DEVICE__ double fma(double x, double y, double z) __HEDDLE_OVERLOAD {
  return __builtin_fma(x, y, z);
}
__HEDDLE_DEVICE__ float fma(float x, float y, float z) __HEDDLE_OVERLOAD {
  return __builtin_fmaf(x, y, z);
}
template <class T, class U, class Third>
__HEDDLE_DEVICE__ typename __heddle_promoted3<T, U, Third>::type fma(T x, U y, Third z) {
  typedef typename __heddle_promoted3<T, U, Third>::type Result;
  return fma((Result)x, (Result)y, (Result)z);
}

__HEDDLE_DEVICE__ void sincosf(float x, float* sine, float* cosine) {
#if defined(__CUDA_FAST_MATH__)
  __sincosf(x, sine, cosine);
#else
  heddle::device::sincos(x, sine, cosine);
#endif
}
__HEDDLE_DEVICE__ void sincos(double x, double* sine, double* cosine) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 130
  *sine = sin(x);
  *cosine = cos(x);
#else
  heddle::device::sincos(x, sine, cosine);
#endif
}
__HEDDLE_HOST_DEVICE__ void sincos(float x, float* sine, float* cosine) {
#if defined(__CUDA_ARCH__)
  sincosf(x, sine, cosine);
#else
  ::sincosf(x, sine, cosine);
#endif
}

// Parts of a number.
__HEDDLE_DEVICE__ float frexpf(float x, int* exponent) {
  return heddle::device::frexp(x, exponent);
}
__HEDDLE_DEVICE__ double frexp(double x, int* exponent) __HEDDLE_OVERLOAD {
  return heddle::device::frexp(__HEDDLE_DOUBLE(x), exponent);
}
__HEDDLE_DEVICE__ float frexp(float x, int* exponent) __HEDDLE_OVERLOAD {
  return heddle::device::frexp(x, exponent);
}
template <class T> __HEDDLE_DEVICE__ typename __heddle_integer<T>::type frexp(T x, int* exponent) {
  return heddle::device::frexp((double)x, exponent);
}
__HEDDLE_DEVICE__ float modff(float x, float* whole) {
  return heddle::device::modf(x, whole);
}
__HEDDLE_DEVICE__ double modf(double x, double* whole) __HEDDLE_OVERLOAD {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 130
  float part;
  const float rest = heddle::device::modf((float)x, &part);
  *whole = part;
  return rest;
#else
  return heddle::device::modf(x, whole);
#endif
}
__HEDDLE_DEVICE__ float modf(float x, float* whole) __HEDDLE_OVERLOAD {
  return heddle::device::modf(x, whole);
}
__HEDDLE_DEVICE__ float remquof(float x, float y, int* quotient) {
  return heddle::device::remquo(x, y, quotient);
}
__HEDDLE_DEVICE__ double remquo(double x, double y, int* quotient) __HEDDLE_OVERLOAD {
  return heddle::device::remquo(__HEDDLE_DOUBLE(x), __HEDDLE_DOUBLE(y), quotient);
}
__HEDDLE_DEVICE__ float remquo(float x, float y, int* quotient) __HEDDLE_OVERLOAD {
  return heddle::device::remquo(x, y, quotient);
}

#define __HEDDLE_SCALE(name, N, toInt)                                                             \
  __HEDDLE_DEVICE__ float name##f(float x, N n) {                                                  \
    return heddle::device::ldexp(x, toInt);                                                        \
  }                                                                                                \
  __HEDDLE_DEVICE__ double name(double x, N n) __HEDDLE_OVERLOAD {                                 \
    return heddle::device::ldexp(__HEDDLE_DOUBLE(x), toInt);                                       \
  }                                                                                                \
  __HEDDLE_DEVICE__ float name(float x, N n) __HEDDLE_OVERLOAD {                                   \
    return heddle::device::ldexp(x, toInt);                                                        \
  }                                                                                                \
  template <class T> __HEDDLE_DEVICE__ typename __heddle_integer<T>::type name(T x, N n) {         \
    return heddle::device::ldexp((double)x, toInt);                                                \
  }
__HEDDLE_SCALE(ldexp, int, n)
__HEDDLE_SCALE(scalbn, int, n)
__HEDDLE_SCALE(scalbln, long, (int)(n > 100000 ? 100000 : (n < -100000 ? -100000 : n)))
#undef __HEDDLE_SCALE

__HEDDLE_DEVICE__ int ilogbf(float x) {
  return heddle::device::ilogb(x);
}
__HEDDLE_DEVICE__ int ilogb(double x) __HEDDLE_OVERLOAD {
  return heddle::device::ilogb(__HEDDLE_DOUBLE(x));
}
__HEDDLE_DEVICE__ int ilogb(float x) __HEDDLE_OVERLOAD {
  return heddle::device::ilogb(x);
}
template <class T> __HEDDLE_DEVICE__ int ilogb(T x, typename __heddle_integer<T>::type* = 0) {
  return heddle::device::ilogb((double)x);
}

// To integers: the conversion instruction saturates, a C cast would not.
#define __HEDDLE_TO_INTEGER(name, Result, rounded)                                                 \
  __HEDDLE_DEVICE__ Result name##f(float x) {                                                      \
    long long result;                                                                              \
    asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(result) : "f"(rounded##f(x)));                            \
    return (Result)result;                                                                         \
  }                                                                                                \
  __HEDDLE_DEVICE__ Result name(double x) __HEDDLE_OVERLOAD {                                      \
    long long result;                                                                              \
    asm("cvt.rzi.s64.f64 %0, %1;" : "=l"(result) : "d"(rounded(x)));                               \
    return (Result)result;                                                                         \
  }                                                                                                \
  __HEDDLE_DEVICE__ Result name(float x) __HEDDLE_OVERLOAD {                                       \
    return name##f(x);                                                                             \
  }
__HEDDLE_TO_INTEGER(lrint, long, rint)
__HEDDLE_TO_INTEGER(llrint, long long, rint)
__HEDDLE_TO_INTEGER(lround, long, round)
__HEDDLE_TO_INTEGER(llround, long long, round)
#undef __HEDDLE_TO_INTEGER

__HEDDLE_DEVICE__ float nanf(const char*) {
  return heddle::device::quietNanF();
}
__HEDDLE_DEVICE__ double nan(const char*) {
  return heddle::device::quietNan();
}

// Classification. The host's macros of the same names are gone since <cmath>. For both sides, since
// the host's functions are: they are constexpr, and no better choice than ours in code for both.
#if __cplusplus >= 201103L
#define __HEDDLE_CLASSIFIER __HEDDLE_HOST_DEVICE__ constexpr
#else
#define __HEDDLE_CLASSIFIER __HEDDLE_HOST_DEVICE__
#endif
#define __HEDDLE_CLASSIFY(name, builtin)                                                           \
  __HEDDLE_CLASSIFIER bool name(float x) __HEDDLE_OVERLOAD {                                       \
    return builtin(x);                                                                             \
  }                                                                                                \
  __HEDDLE_CLASSIFIER bool name(double x) __HEDDLE_OVERLOAD {                                      \
    return builtin(x);                                                                             \
  }
__HEDDLE_CLASSIFY(isnan, __builtin_isnan)
__HEDDLE_CLASSIFY(isinf, __builtin_isinf)
__HEDDLE_CLASSIFY(isfinite, __builtin_isfinite)
__HEDDLE_CLASSIFY(isnormal, __builtin_isnormal)
__HEDDLE_CLASSIFY(signbit, __builtin_signbit)
#undef __HEDDLE_CLASSIFY
#undef __HEDDLE_CLASSIFIER
// What the C library's header declares beside the C++ overloads.
__HEDDLE_DEVICE__ int __isnanf(float x) {
  return __builtin_isnan(x);
}
__HEDDLE_DEVICE__ int __isnan(double x) {
  return __builtin_isnan(x);
}
__HEDDLE_DEVICE__ int __isinff(float x) {
  return __builtin_isinf(x);
}
__HEDDLE_DEVICE__ int __isinf(double x) {
  return __builtin_isinf(x);
}
__HEDDLE_DEVICE__ int __finitef(float x) {
  return __builtin_isfinite(x);
}
__HEDDLE_DEVICE__ int __finite(double x) {
  return __builtin_isfinite(x);
}
__HEDDLE_DEVICE__ int __signbitf(float x) {
  return __builtin_signbit(x);
}
__HEDDLE_DEVICE__ int __signbit(double x) {
  return __builtin_signbit(x);
}

__HEDDLE_DEVICE__ int abs(int x) __HEDDLE_OVERLOAD {
  return x < 0 ? -x : x;
}
__HEDDLE_DEVICE__ long abs(long x) __HEDDLE_OVERLOAD {
  return x < 0 ? -x : x;
}
__HEDDLE_DEVICE__ long long abs(long long x) __HEDDLE_OVERLOAD {
  return x < 0 ? -x : x;
}
__HEDDLE_DEVICE__ float abs(float x) __HEDDLE_OVERLOAD {
  return __builtin_fabsf(x);
}
__HEDDLE_DEVICE__ double abs(double x) __HEDDLE_OVERLOAD {
  return __builtin_fabs(x);
}
__HEDDLE_DEVICE__ long labs(long x) {
  return x < 0 ? -x : x;
}
__HEDDLE_DEVICE__ long long llabs(long long x) {
  return x < 0 ? -x : x;
}

// Bessel functions; the host's C library has its own, but for the modified ones.
#define __HEDDLE_BESSEL(name)                                                                      \
  __HEDDLE_DEVICE__ double name(double x) {                                                        \
    return heddle::device::name(__HEDDLE_DOUBLE(x));                                               \
  }                                                                                                \
  __HEDDLE_DEVICE__ float name##f(float x) {                                                       \
    return heddle::device::name(x);                                                                \
  }
#define __HEDDLE_BESSEL_OF_ORDER(name)                                                             \
  __HEDDLE_DEVICE__ double name(int n, double x) {                                                 \
    return heddle::device::name(n, __HEDDLE_DOUBLE(x));                                            \
  }                                                                                                \
  __HEDDLE_DEVICE__ float name##f(int n, float x) {                                                \
    return heddle::device::name(n, x);                                                             \
  }
__HEDDLE_BESSEL(j0)
__HEDDLE_BESSEL(j1)
__HEDDLE_BESSEL_OF_ORDER(jn)
__HEDDLE_BESSEL(y0)
__HEDDLE_BESSEL(y1)
__HEDDLE_BESSEL_OF_ORDER(yn)
#undef __HEDDLE_BESSEL
#undef __HEDDLE_BESSEL_OF_ORDER

// Only in CUDA; the host has them too, through the same code. The header of clang's own CUDA mode
// has host functions with the types of the float overloads, from which these must differ.
#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)
#define __HEDDLE_BESIDE_CLANG __HEDDLE_OVERLOAD
#else
#define __HEDDLE_BESIDE_CLANG
#endif
#define __HEDDLE_EXTENSION1(side, name)                                                            \
  side float name##f(float x) {                                                                    \
    return heddle::device::name(x);                                                                \
  }                                                                                                \
  side double name(double x) {                                                                     \
    return heddle::device::name(__HEDDLE_DOUBLE(x));                                               \
  }                                                                                                \
  side float name(float x) __HEDDLE_BESIDE_CLANG {                                                 \
    return heddle::device::name(x);                                                                \
  }
__HEDDLE_EXTENSION1(__HEDDLE_RSQRT_FUNCTION, rsqrt)
__HEDDLE_EXTENSION1(__HEDDLE_PI_FUNCTION, sinpi)
__HEDDLE_EXTENSION1(__HEDDLE_PI_FUNCTION, cospi)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, rcbrt)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, erfinv)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, erfcinv)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, erfcx)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, normcdf)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, normcdfinv)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, cyl_bessel_i0)
__HEDDLE_EXTENSION1(__HEDDLE_HOST_DEVICE__, cyl_bessel_i1)
#undef __HEDDLE_EXTENSION1

__HEDDLE_HOST_DEVICE__ void sincospif(float x, float* sine, float* cosine) {
  heddle::device::sincospi(x, sine, cosine);
}
__HEDDLE_HOST_DEVICE__ void sincospi(double x, double* sine, double* cosine) {
  heddle::device::sincospi(x, sine, cosine);
}
__HEDDLE_HOST_DEVICE__ void sincospi(float x, float* sine, float* cosine) __HEDDLE_BESIDE_CLANG {
  heddle::device::sincospi(x, sine, cosine);
}

#undef __HEDDLE_BESIDE_CLANG

#define __HEDDLE_NORM(name, parameters, arguments)                                                 \
  __HEDDLE_HOST_DEVICE__ float name##f parameters(float) {                                         \
    return heddle::device::name arguments;                                                         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ double name parameters(double) {                                          \
    return heddle::device::name arguments;                                                         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ float name parameters(float) {                                            \
    return heddle::device::name arguments;                                                         \
  }
#define __HEDDLE_TWO(T) (T a, T b)
#define __HEDDLE_THREE(T) (T a, T b, T c)
#define __HEDDLE_FOUR(T) (T a, T b, T c, T d)
#define __HEDDLE_MANY(T) (int count, const T* values)
__HEDDLE_NORM(rhypot, __HEDDLE_TWO, (a, b))
__HEDDLE_NORM(norm3d, __HEDDLE_THREE, (a, b, c))
__HEDDLE_NORM(rnorm3d, __HEDDLE_THREE, (a, b, c))
__HEDDLE_NORM(norm4d, __HEDDLE_FOUR, (a, b, c, d))
__HEDDLE_NORM(rnorm4d, __HEDDLE_FOUR, (a, b, c, d))
__HEDDLE_NORM(norm, __HEDDLE_MANY, (count, values))
__HEDDLE_NORM(rnorm, __HEDDLE_MANY, (count, values))
#undef __HEDDLE_MANY
#undef __HEDDLE_FOUR
#undef __HEDDLE_THREE
#undef __HEDDLE_TWO
#undef __HEDDLE_NORM

__HEDDLE_HOST_DEVICE__ float fdividef(float x, float y) {
#if defined(__CUDA_FAST_MATH__) && defined(__CUDA_ARCH__)
  return __fdividef(x, y);
#else
  return x / y;
#endif
}

#undef __HEDDLE_MATH2
#undef __HEDDLE_FLOAT2
#undef __HEDDLE_OVERLOADS2
#undef __HEDDLE_MATH1
#undef __HEDDLE_FLOAT1
#undef __HEDDLE_OVERLOADS1
#undef __HEDDLE_RSQRT_FUNCTION
#undef __HEDDLE_PI_FUNCTION
#undef __HEDDLE_OVERLOAD

namespace std {
using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::labs;
using ::ldexp;
using ::lgamma;
using ::llabs;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::logb;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nanf;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::remainder;
using ::remquo;
using ::rint;
using ::round;
using ::scalbln;
using ::scalbn;
using ::signbit;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;
} // namespace std

#endif
