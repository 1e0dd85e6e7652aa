// Floating-point intrinsics: arithmetic in a given rounding mode, which is never contracted into a
// multiply-add, and the fast approximations, one or two PTX instructions each.
#ifndef HEDDLE_CRT_FLOAT_FUNCTIONS_H
#define HEDDLE_CRT_FLOAT_FUNCTIONS_H

#include "crt/device_macros.h"
#include "vector_types.h"

// Functions of one to three operands that are an instruction. The one for floats has a form that
// flushes denormals, and `op` is its text before and `type` behind the modifier .ftz.
#define __HEDDLE_FLOAT_FUNCTION(name, op, type, parameters, places, ...)                           \
  __HEDDLE_DEVICE__ float name parameters {                                                        \
    float result;                                                                                  \
    if (__HEDDLE_FLUSHES_DENORMALS())                                                              \
      asm(op ".ftz" type " %0, " places ";" : "=f"(result) : __VA_ARGS__);                         \
    else                                                                                           \
      asm(op type " %0, " places ";" : "=f"(result) : __VA_ARGS__);                                \
    return result;                                                                                 \
  }
#define __HEDDLE_DOUBLE_FUNCTION(name, op, parameters, places, ...)                                \
  __HEDDLE_DEVICE__ double name parameters {                                                       \
    double result;                                                                                 \
    asm(op ".f64 %0, " places ";" : "=d"(result) : __VA_ARGS__);                                   \
    return result;                                                                                 \
  }
#define __HEDDLE_FLOAT_UNARY(name, op)                                                             \
  __HEDDLE_FLOAT_FUNCTION(name, op, ".f32", (float x), "%1", "f"(x))
#define __HEDDLE_FLOAT_BINARY(name, op)                                                            \
  __HEDDLE_FLOAT_FUNCTION(name, op, ".f32", (float x, float y), "%1, %2", "f"(x), "f"(y))
#define __HEDDLE_FLOAT_TERNARY(name, op)                                                           \
  __HEDDLE_FLOAT_FUNCTION(name, op, ".f32", (float x, float y, float z), "%1, %2, %3", "f"(x),     \
                          "f"(y), "f"(z))
#define __HEDDLE_DOUBLE_UNARY(name, op) __HEDDLE_DOUBLE_FUNCTION(name, op, (double x), "%1", "d"(x))
#define __HEDDLE_DOUBLE_BINARY(name, op)                                                           \
  __HEDDLE_DOUBLE_FUNCTION(name, op, (double x, double y), "%1, %2", "d"(x), "d"(y))
#define __HEDDLE_DOUBLE_TERNARY(name, op)                                                          \
  __HEDDLE_DOUBLE_FUNCTION(name, op, (double x, double y, double z), "%1, %2, %3", "d"(x), "d"(y), \
                           "d"(z))
// A multiply-add that keeps denormals, whatever the command line says.
#define __HEDDLE_IEEE_TERNARY(name, op)                                                            \
  __HEDDLE_DEVICE__ float name(float x, float y, float z) {                                        \
    float result;                                                                                  \
    asm(op ".f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));                        \
    return result;                                                                                 \
  }
#define __HEDDLE_ROUNDED(kind, name, op)                                                           \
  kind(name##_rn, op ".rn") kind(name##_rz, op ".rz") kind(name##_ru, op ".rp")                    \
      kind(name##_rd, op ".rm")

__HEDDLE_ROUNDED(__HEDDLE_FLOAT_BINARY, __fadd, "add")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_BINARY, __fsub, "sub")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_BINARY, __fmul, "mul")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_BINARY, __fdiv, "div")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_TERNARY, __fmaf, "fma")
__HEDDLE_ROUNDED(__HEDDLE_IEEE_TERNARY, __fmaf_ieee, "fma")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_UNARY, __frcp, "rcp")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_UNARY, __fsqrt, "sqrt")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_BINARY, __dadd, "add")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_BINARY, __dsub, "sub")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_BINARY, __dmul, "mul")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_BINARY, __ddiv, "div")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_TERNARY, __fma, "fma")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_UNARY, __drcp, "rcp")
__HEDDLE_ROUNDED(__HEDDLE_DOUBLE_UNARY, __dsqrt, "sqrt")

// Each of these works on two floats at once. Devices of compute capability 10.0 and later have
// instructions for it.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
#define __HEDDLE_FLOAT_PAIR_FUNCTION(name, op, parameters, places, ...)                            \
  __HEDDLE_DEVICE__ float2 name parameters {                                                       \
    unsigned long long result;                                                                     \
    if (__HEDDLE_FLUSHES_DENORMALS())                                                              \
      asm(op ".ftz.f32x2 %0, " places ";" : "=l"(result) : __VA_ARGS__);                           \
    else                                                                                           \
      asm(op ".f32x2 %0, " places ";" : "=l"(result) : __VA_ARGS__);                               \
    return __builtin_bit_cast(float2, result);                                                     \
  }
#define __HEDDLE_FLOAT_PAIR(x) "l"(__builtin_bit_cast(unsigned long long, x))
#define __HEDDLE_FLOAT_PAIR_BINARY(name, op)                                                       \
  __HEDDLE_FLOAT_PAIR_FUNCTION(name, op, (float2 x, float2 y), "%1, %2", __HEDDLE_FLOAT_PAIR(x),   \
                               __HEDDLE_FLOAT_PAIR(y))
#define __HEDDLE_FLOAT_PAIR_TERNARY(name, op)                                                      \
  __HEDDLE_FLOAT_PAIR_FUNCTION(name, op, (float2 x, float2 y, float2 z), "%1, %2, %3",             \
                               __HEDDLE_FLOAT_PAIR(x), __HEDDLE_FLOAT_PAIR(y),                     \
                               __HEDDLE_FLOAT_PAIR(z))
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_PAIR_BINARY, __fadd2, "add")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_PAIR_BINARY, __fmul2, "mul")
__HEDDLE_ROUNDED(__HEDDLE_FLOAT_PAIR_TERNARY, __ffma2, "fma")
#undef __HEDDLE_FLOAT_PAIR_BINARY
#undef __HEDDLE_FLOAT_PAIR_TERNARY
#undef __HEDDLE_FLOAT_PAIR_FUNCTION
#undef __HEDDLE_FLOAT_PAIR
#endif

#undef __HEDDLE_DOUBLE_UNARY
#undef __HEDDLE_DOUBLE_BINARY
#undef __HEDDLE_DOUBLE_TERNARY
#undef __HEDDLE_DOUBLE_FUNCTION
#undef __HEDDLE_FLOAT_TERNARY
#undef __HEDDLE_IEEE_TERNARY
#undef __HEDDLE_ROUNDED

// The square root and the quotient, both rounded, would leave an error of one place; the quotient
// is therefore formed in double precision, where the double rounding is harmless.
__HEDDLE_DEVICE__ float __frsqrt_rn(float x) {
  return (float)(1.0 / __dsqrt_rn((double)x));
}

__HEDDLE_FLOAT_FUNCTION(__saturatef, "cvt", ".sat.f32.f32", (float x), "%1", "f"(x))
__HEDDLE_DEVICE__ float saturate(float x) {
  return __saturatef(x);
}
__HEDDLE_DEVICE__ float __saturate(float x) {
  return __saturatef(x);
}

__HEDDLE_FLOAT_BINARY(__fdividef, "div.approx")
__HEDDLE_FLOAT_UNARY(__log2f, "lg2.approx")
__HEDDLE_FLOAT_UNARY(__heddle_exp2_approx, "ex2.approx")
__HEDDLE_FLOAT_UNARY(__sinf, "sin.approx")
__HEDDLE_FLOAT_UNARY(__cosf, "cos.approx")
#undef __HEDDLE_FLOAT_UNARY
#undef __HEDDLE_FLOAT_BINARY
#undef __HEDDLE_FLOAT_FUNCTION

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
// The instruction has no form that flushes denormals.
__HEDDLE_DEVICE__ float __tanhf(float x) {
  float result;
  asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

#endif
