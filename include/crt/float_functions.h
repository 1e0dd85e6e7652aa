// Floating-point intrinsics: arithmetic in a given rounding mode, which is never contracted into a
// multiply-add, and the fast approximations, one or two PTX instructions each.
#ifndef HEDDLE_CRT_FLOAT_FUNCTIONS_H
#define HEDDLE_CRT_FLOAT_FUNCTIONS_H

#include "crt/device_macros.h"

#define __HEDDLE_UNARY(name, ptx, T, reg)                                                          \
  __HEDDLE_DEVICE__ T name(T x) {                                                                  \
    T result;                                                                                      \
    asm(ptx " %0, %1;" : "=" reg(result) : reg(x));                                                \
    return result;                                                                                 \
  }
#define __HEDDLE_BINARY(name, ptx, T, reg)                                                         \
  __HEDDLE_DEVICE__ T name(T x, T y) {                                                             \
    T result;                                                                                      \
    asm(ptx " %0, %1, %2;" : "=" reg(result) : reg(x), reg(y));                                    \
    return result;                                                                                 \
  }
#define __HEDDLE_TERNARY(name, ptx, T, reg)                                                        \
  __HEDDLE_DEVICE__ T name(T x, T y, T z) {                                                        \
    T result;                                                                                      \
    asm(ptx " %0, %1, %2, %3;" : "=" reg(result) : reg(x), reg(y), reg(z));                        \
    return result;                                                                                 \
  }
#define __HEDDLE_ROUNDED(kind, name, op, type, T, reg)                                             \
  kind(name##_rn, op ".rn." type, T, reg) kind(name##_rz, op ".rz." type, T, reg)                  \
      kind(name##_ru, op ".rp." type, T, reg) kind(name##_rd, op ".rm." type, T, reg)

__HEDDLE_ROUNDED(__HEDDLE_BINARY, __fadd, "add", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __fsub, "sub", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __fmul, "mul", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __fdiv, "div", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_TERNARY, __fmaf, "fma", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_TERNARY, __fmaf_ieee, "fma", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_UNARY, __frcp, "rcp", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_UNARY, __fsqrt, "sqrt", "f32", float, "f")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __dadd, "add", "f64", double, "d")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __dsub, "sub", "f64", double, "d")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __dmul, "mul", "f64", double, "d")
__HEDDLE_ROUNDED(__HEDDLE_BINARY, __ddiv, "div", "f64", double, "d")
__HEDDLE_ROUNDED(__HEDDLE_TERNARY, __fma, "fma", "f64", double, "d")
__HEDDLE_ROUNDED(__HEDDLE_UNARY, __drcp, "rcp", "f64", double, "d")
__HEDDLE_ROUNDED(__HEDDLE_UNARY, __dsqrt, "sqrt", "f64", double, "d")
#undef __HEDDLE_ROUNDED
#undef __HEDDLE_TERNARY

// The square root and the quotient, both rounded, would leave an error of one place; the quotient
// is therefore formed in double precision, where the double rounding is harmless.
__HEDDLE_DEVICE__ float __frsqrt_rn(float x) {
  return (float)(1.0 / __dsqrt_rn((double)x));
}

__HEDDLE_DEVICE__ float __saturatef(float x) {
  float result;
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__HEDDLE_DEVICE__ float saturate(float x) {
  return __saturatef(x);
}
__HEDDLE_DEVICE__ float __saturate(float x) {
  return __saturatef(x);
}

__HEDDLE_BINARY(__fdividef, "div.approx.f32", float, "f")
__HEDDLE_UNARY(__log2f, "lg2.approx.f32", float, "f")
__HEDDLE_UNARY(__heddle_exp2_approx, "ex2.approx.f32", float, "f")
__HEDDLE_UNARY(__sinf, "sin.approx.f32", float, "f")
__HEDDLE_UNARY(__cosf, "cos.approx.f32", float, "f")
__HEDDLE_UNARY(__heddle_tanh_approx, "tanh.approx.f32", float, "f")
#undef __HEDDLE_BINARY
#undef __HEDDLE_UNARY

__HEDDLE_DEVICE__ float __tanf(float x) {
  return __fdividef(__sinf(x), __cosf(x));
}
__HEDDLE_DEVICE__ void __sincosf(float x, float* sine, float* cosine) {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
__HEDDLE_DEVICE__ float __expf(float x) {
  return __heddle_exp2_approx(x * 0x1.715476p+0f);
}
__HEDDLE_DEVICE__ float __exp10f(float x) {
  return __heddle_exp2_approx(x * 0x1.a934f0p+1f);
}
__HEDDLE_DEVICE__ float __logf(float x) {
  return __log2f(x) * 0x1.62e430p-1f;
}
__HEDDLE_DEVICE__ float __log10f(float x) {
  return __log2f(x) * 0x1.344136p-2f;
}
__HEDDLE_DEVICE__ float __powf(float x, float y) {
  return __heddle_exp2_approx(y * __log2f(x));
}
__HEDDLE_DEVICE__ float __tanhf(float x) {
  return __heddle_tanh_approx(x);
}

#endif
