// What the compiler calls for products and quotients of complex numbers, with the C standard's
// treatment of infinities (Annex G).
#ifndef HEDDLE_CRT_COMPLEX_FUNCTIONS_H
#define HEDDLE_CRT_COMPLEX_FUNCTIONS_H

#include "crt/math_functions.h"

#define __HEDDLE_COMPLEX(suffix, T)                                                                \
  extern "C" __device__ inline T _Complex __mul##suffix##3(T a, T b, T c, T d) {                   \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                              \
    T re = ac - bd, im = ad + bc;                                                                  \
    if (__builtin_isnan(re) && __builtin_isnan(im)) {                                              \
      bool again = false;                                                                          \
      if (__builtin_isinf(a) || __builtin_isinf(b)) {                                              \
        a = copysign((T)(__builtin_isinf(a) ? 1 : 0), a);                                          \
        b = copysign((T)(__builtin_isinf(b) ? 1 : 0), b);                                          \
        c = __builtin_isnan(c) ? copysign((T)0, c) : c;                                            \
        d = __builtin_isnan(d) ? copysign((T)0, d) : d;                                            \
        again = true;                                                                              \
      }                                                                                            \
      if (__builtin_isinf(c) || __builtin_isinf(d)) {                                              \
        c = copysign((T)(__builtin_isinf(c) ? 1 : 0), c);                                          \
        d = copysign((T)(__builtin_isinf(d) ? 1 : 0), d);                                          \
        a = __builtin_isnan(a) ? copysign((T)0, a) : a;                                            \
        b = __builtin_isnan(b) ? copysign((T)0, b) : b;                                            \
        again = true;                                                                              \
      }                                                                                            \
      if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||          \
                     __builtin_isinf(bc))) {                                                       \
        a = __builtin_isnan(a) ? copysign((T)0, a) : a;                                            \
        b = __builtin_isnan(b) ? copysign((T)0, b) : b;                                            \
        c = __builtin_isnan(c) ? copysign((T)0, c) : c;                                            \
        d = __builtin_isnan(d) ? copysign((T)0, d) : d;                                            \
        again = true;                                                                              \
      }                                                                                            \
      if (again) {                                                                                 \
        re = (T)__builtin_inff() * (a * c - b * d);                                                \
        im = (T)__builtin_inff() * (a * d + b * c);                                                \
      }                                                                                            \
    }                                                                                              \
    T _Complex result;                                                                             \
    __real__ result = re;                                                                          \
    __imag__ result = im;                                                                          \
    return result;                                                                                 \
  }                                                                                                \
  extern "C" __device__ inline T _Complex __div##suffix##3(T a, T b, T c, T d) {                   \
    int scale = 0;                                                                                 \
    const T order = logb(fmax(fabs(c), fabs(d)));                                                  \
    if (__builtin_isfinite(order)) {                                                               \
      scale = (int)order;                                                                          \
      c = scalbn(c, -scale);                                                                       \
      d = scalbn(d, -scale);                                                                       \
    }                                                                                              \
    const T square = c * c + d * d;                                                                \
    T re = scalbn((a * c + b * d) / square, -scale);                                               \
    T im = scalbn((b * c - a * d) / square, -scale);                                               \
    if (__builtin_isnan(re) && __builtin_isnan(im)) {                                              \
      if (square == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                           \
        re = copysign((T)__builtin_inff(), c) * a;                                                 \
        im = copysign((T)__builtin_inff(), c) * b;                                                 \
      } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&            \
                 __builtin_isfinite(d)) {                                                          \
        a = copysign((T)(__builtin_isinf(a) ? 1 : 0), a);                                          \
        b = copysign((T)(__builtin_isinf(b) ? 1 : 0), b);                                          \
        re = (T)__builtin_inff() * (a * c + b * d);                                                \
        im = (T)__builtin_inff() * (b * c - a * d);                                                \
      } else if (__builtin_isinf(order) && order > 0 && __builtin_isfinite(a) &&                   \
                 __builtin_isfinite(b)) {                                                          \
        c = copysign((T)(__builtin_isinf(c) ? 1 : 0), c);                                          \
        d = copysign((T)(__builtin_isinf(d) ? 1 : 0), d);                                          \
        re = (T)0 * (a * c + b * d);                                                               \
        im = (T)0 * (b * c - a * d);                                                               \
      }                                                                                            \
    }                                                                                              \
    T _Complex result;                                                                             \
    __real__ result = re;                                                                          \
    __imag__ result = im;                                                                          \
    return result;                                                                                 \
  }
__HEDDLE_COMPLEX(sc, float)
__HEDDLE_COMPLEX(dc, double)
#undef __HEDDLE_COMPLEX

#endif
