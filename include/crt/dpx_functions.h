// Dynamic-programming functions (DPX): sums, minima and maxima of two or three 32-bit numbers, or
// of pairs of 16-bit numbers in a word, optionally clamped below at zero (`_relu`). Sums wrap.
#ifndef HEDDLE_CRT_DPX_FUNCTIONS_H
#define HEDDLE_CRT_DPX_FUNCTIONS_H

#include "crt/device_macros.h"

namespace heddle {
namespace device {
template <class T> __HEDDLE_HOST_DEVICE__ T larger(T a, T b) {
  return a > b ? a : b;
}
template <class T> __HEDDLE_HOST_DEVICE__ T smaller(T a, T b) {
  return a < b ? a : b;
}
template <class T> __HEDDLE_HOST_DEVICE__ T wrappingSum(T a, T b) {
  return (T)((unsigned int)a + (unsigned int)b);
}
} // namespace device
} // namespace heddle

// The expressions are in a, b and c, which have type T and, in the pairs, are one half each.
#define __HEDDLE_DPX2(name, WordT, T, expression)                                                  \
  __HEDDLE_HOST_DEVICE__ WordT name(const WordT a, const WordT b) {                                \
    return (WordT)(expression);                                                                    \
  }
#define __HEDDLE_DPX3(name, WordT, T, expression)                                                  \
  __HEDDLE_HOST_DEVICE__ WordT name(const WordT a, const WordT b, const WordT c) {                 \
    return (WordT)(expression);                                                                    \
  }
#define __HEDDLE_DPX2_PAIR(name, WordT, T, expression)                                             \
  __HEDDLE_HOST_DEVICE__ WordT name(const WordT wordA, const WordT wordB) {                        \
    WordT result = 0;                                                                              \
    for (int half = 0; half < 32; half += 16) {                                                    \
      const T a = (T)(wordA >> half), b = (T)(wordB >> half);                                      \
      result |= (WordT)(unsigned short)(expression) << half;                                       \
    }                                                                                              \
    return result;                                                                                 \
  }
#define __HEDDLE_DPX3_PAIR(name, WordT, T, expression)                                             \
  __HEDDLE_HOST_DEVICE__ WordT name(const WordT wordA, const WordT wordB, const WordT wordC) {     \
    WordT result = 0;                                                                              \
    for (int half = 0; half < 32; half += 16) {                                                    \
      const T a = (T)(wordA >> half), b = (T)(wordB >> half), c = (T)(wordC >> half);              \
      result |= (WordT)(unsigned short)(expression) << half;                                       \
    }                                                                                              \
    return result;                                                                                 \
  }

// Also says which operand won; the first one does in a tie.
#define __HEDDLE_DPX_CHOICE(name, T, comparison)                                                   \
  __HEDDLE_HOST_DEVICE__ T name(const T a, const T b, bool* const pred) {                          \
    *pred = a comparison b;                                                                        \
    return *pred ? a : b;                                                                          \
  }
#define __HEDDLE_DPX_CHOICE_PAIR(name, T, comparison)                                              \
  __HEDDLE_HOST_DEVICE__ unsigned int name(const unsigned int a, const unsigned int b,             \
                                           bool* const predHigh, bool* const predLow) {            \
    *predHigh = (T)(a >> 16) comparison(T)(b >> 16);                                               \
    *predLow = (T)a comparison(T) b;                                                               \
    return ((*predHigh ? a : b) & 0xffff0000u) | ((*predLow ? a : b) & 0xffffu);                   \
  }

#define __HEDDLE_DPX_SIGNED(two, three, suffix, WordT, T)                                          \
  three(__vimax3_##suffix, WordT, T, heddle::device::larger(heddle::device::larger(a, b), c))      \
      three(__vimin3_##suffix, WordT, T,                                                           \
            heddle::device::smaller(heddle::device::smaller(a, b), c))                             \
          three(__viaddmax_##suffix, WordT, T,                                                     \
                heddle::device::larger(heddle::device::wrappingSum<T>(a, b), c))                   \
              three(__viaddmin_##suffix, WordT, T,                                                 \
                    heddle::device::smaller(heddle::device::wrappingSum<T>(a, b), c))              \
                  two(__vimax_##suffix##_relu, WordT, T,                                           \
                      heddle::device::larger<T>(heddle::device::larger(a, b), 0))                  \
                      two(__vimin_##suffix##_relu, WordT, T,                                       \
                          heddle::device::larger<T>(heddle::device::smaller(a, b), 0))             \
                          three(__vimax3_##suffix##_relu, WordT, T,                                \
                                heddle::device::larger<T>(                                         \
                                    heddle::device::larger(heddle::device::larger(a, b), c), 0))   \
                              three(__vimin3_##suffix##_relu, WordT, T,                            \
                                    heddle::device::larger<T>(                                     \
                                        heddle::device::smaller(heddle::device::smaller(a, b), c), \
                                        0))                                                        \
                                  three(__viaddmax_##suffix##_relu, WordT, T,                      \
                                        heddle::device::larger<T>(                                 \
                                            heddle::device::larger(                                \
                                                heddle::device::wrappingSum<T>(a, b), c),          \
                                            0))                                                    \
                                      three(__viaddmin_##suffix##_relu, WordT, T,                  \
                                            heddle::device::larger<T>(                             \
                                                heddle::device::smaller(                           \
                                                    heddle::device::wrappingSum<T>(a, b), c),      \
                                                0))
#define __HEDDLE_DPX_UNSIGNED(three, suffix, WordT, T)                                             \
  three(__vimax3_##suffix, WordT, T, heddle::device::larger(heddle::device::larger(a, b), c))      \
      three(__vimin3_##suffix, WordT, T,                                                           \
            heddle::device::smaller(heddle::device::smaller(a, b), c))                             \
          three(__viaddmax_##suffix, WordT, T,                                                     \
                heddle::device::larger(heddle::device::wrappingSum<T>(a, b), c))                   \
              three(__viaddmin_##suffix, WordT, T,                                                 \
                    heddle::device::smaller(heddle::device::wrappingSum<T>(a, b), c))

__HEDDLE_DPX_SIGNED(__HEDDLE_DPX2, __HEDDLE_DPX3, s32, int, int)
__HEDDLE_DPX_SIGNED(__HEDDLE_DPX2_PAIR, __HEDDLE_DPX3_PAIR, s16x2, unsigned int, short)
__HEDDLE_DPX_UNSIGNED(__HEDDLE_DPX3, u32, unsigned int, unsigned int)
__HEDDLE_DPX_UNSIGNED(__HEDDLE_DPX3_PAIR, u16x2, unsigned int, unsigned short)
__HEDDLE_DPX_CHOICE(__vibmax_s32, int, >=)
__HEDDLE_DPX_CHOICE(__vibmin_s32, int, <=)
__HEDDLE_DPX_CHOICE(__vibmax_u32, unsigned int, >=)
__HEDDLE_DPX_CHOICE(__vibmin_u32, unsigned int, <=)
__HEDDLE_DPX_CHOICE_PAIR(__vibmax_s16x2, short, >=)
__HEDDLE_DPX_CHOICE_PAIR(__vibmin_s16x2, short, <=)
__HEDDLE_DPX_CHOICE_PAIR(__vibmax_u16x2, unsigned short, >=)
__HEDDLE_DPX_CHOICE_PAIR(__vibmin_u16x2, unsigned short, <=)

#undef __HEDDLE_DPX_UNSIGNED
#undef __HEDDLE_DPX_SIGNED
#undef __HEDDLE_DPX_CHOICE_PAIR
#undef __HEDDLE_DPX_CHOICE
#undef __HEDDLE_DPX3_PAIR
#undef __HEDDLE_DPX2_PAIR
#undef __HEDDLE_DPX3
#undef __HEDDLE_DPX2

#endif
