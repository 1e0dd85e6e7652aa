// What float_flush_*.cu share: each single-precision intrinsic gives what its instruction gives,
// with the modifier .ftz where kFlushes says so, in every bit.
#pragma once

#include "check.h"

constexpr int kValues = 24;
constexpr int kThreads = kValues * kValues;

struct Operands {
  float x, y, z;
};
struct Results {
  unsigned intrinsic, instruction;
};

#define WITH_MODIFIER(op, type, places, ...)                                                       \
  if (kFlushes)                                                                                    \
    asm(op ".ftz" type " %0, " places ";" : "=f"(result) : __VA_ARGS__);                           \
  else                                                                                             \
    asm(op type " %0, " places ";" : "=f"(result) : __VA_ARGS__);

#define KERNEL(name, call, instruction)                                                            \
  static __global__ void name(const Operands* operands, Results* results) {                        \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    const float x = operands[i].x, y = operands[i].y, z = operands[i].z;                           \
    float result = x + y + z;                                                                      \
    instruction;                                                                                   \
    results[i] = {__float_as_uint(call), __float_as_uint(result)};                                 \
  }
#define UNARY(name, op) KERNEL(test##name, name(x), WITH_MODIFIER(op, ".f32", "%1", "f"(x)))
#define BINARY(name, op)                                                                           \
  KERNEL(test##name, name(x, y), WITH_MODIFIER(op, ".f32", "%1, %2", "f"(x), "f"(y)))
#define TERNARY(name, op)                                                                          \
  KERNEL(test##name, name(x, y, z), WITH_MODIFIER(op, ".f32", "%1, %2, %3", "f"(x), "f"(y), "f"(z)))
#define IEEE(name, op)                                                                             \
  KERNEL(test##name, name(x, y, z),                                                                \
         asm(op ".f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z)))
#define TO_INTEGER(name, rounding)                                                                 \
  KERNEL(test##name, __int_as_float(name(x)), int number;                                          \
         if (kFlushes) asm("cvt" rounding ".ftz.s32.f32 %0, %1;" : "=r"(number) : "f"(x));         \
         else asm("cvt" rounding ".s32.f32 %0, %1;" : "=r"(number) : "f"(x));                      \
         result = __int_as_float(number))
#define FROM_DOUBLE(name, rounding)                                                                \
  KERNEL(test##name, name(double(z) * 0x1p-100), const double d = double(z) * 0x1p-100;            \
         if (kFlushes) asm("cvt" rounding ".ftz.f32.f64 %0, %1;" : "=f"(result) : "d"(d));         \
         else asm("cvt" rounding ".f32.f64 %0, %1;" : "=f"(result) : "d"(d)))

#define ROUNDED(kind, name, op)                                                                    \
  kind(name##_rn, op ".rn") kind(name##_rz, op ".rz") kind(name##_ru, op ".rp")                    \
      kind(name##_rd, op ".rm")
#define ALL_INTRINSICS                                                                             \
  ROUNDED(BINARY, __fadd, "add")                                                                   \
  ROUNDED(BINARY, __fsub, "sub")                                                                   \
  ROUNDED(BINARY, __fmul, "mul")                                                                   \
  ROUNDED(BINARY, __fdiv, "div")                                                                   \
  ROUNDED(TERNARY, __fmaf, "fma")                                                                  \
  ROUNDED(IEEE, __fmaf_ieee, "fma")                                                                \
  ROUNDED(UNARY, __frcp, "rcp")                                                                    \
  ROUNDED(UNARY, __fsqrt, "sqrt")                                                                  \
  BINARY(__fdividef, "div.approx")                                                                 \
  UNARY(__log2f, "lg2.approx")                                                                     \
  UNARY(exp2f, "ex2.approx")                                                                       \
  UNARY(__sinf, "sin.approx")                                                                      \
  UNARY(__cosf, "cos.approx")                                                                      \
  UNARY(rsqrtf, "rsqrt.approx")                                                                    \
  BINARY(fmaxf, "max")                                                                             \
  BINARY(fminf, "min")                                                                             \
  TO_INTEGER(__float2int_rn, ".rni")                                                               \
  TO_INTEGER(__float2int_rz, ".rzi")                                                               \
  TO_INTEGER(__float2int_ru, ".rpi")                                                               \
  TO_INTEGER(__float2int_rd, ".rmi")                                                               \
  FROM_DOUBLE(__double2float_rn, ".rn")                                                            \
  FROM_DOUBLE(__double2float_rz, ".rz")                                                            \
  FROM_DOUBLE(__double2float_ru, ".rp")                                                            \
  FROM_DOUBLE(__double2float_rd, ".rm")                                                            \
  KERNEL(test__saturatef, __saturatef(x), WITH_MODIFIER("cvt", ".sat.f32.f32", "%1", "f"(x)))
ALL_INTRINSICS
#undef KERNEL

typedef void (*Kernel)(const Operands*, Results*);
struct Test {
  const char* name;
  Kernel kernel;
};
#define KERNEL(name, ...) {#name, name},
static const Test kTests[] = {ALL_INTRINSICS};
#undef KERNEL

static void expectAllIntrinsics() {
  const float values[kValues] = {0.0f,      -0.0f,      0x1p-149f,        -0x1p-149f,
                                 0x1p-140f, -0x1p-130f, 0x1.fffffcp-127f, -0x1.8p-127f,
                                 0x1p-126f, -0x1p-126f, 0x1.000002p-126f, 0x1p-125f,
                                 0x1p-63f,  0x1.8p-64f, 0x1p-23f,         0.3f,
                                 1.0f,      -1.5f,      0x1p64f,          0x1p126f,
                                 0x1p127f,  -0x1p126f,  0x1.fffffep127f,  __builtin_inff()};
  Buffer<Operands> operands(kThreads);
  for (int i = 0; i < kThreads; ++i)
    operands[i] = {values[i % kValues], values[i / kValues],
                   values[(i * 7 + i / kValues) % kValues]};
  operands.upload();
  Buffer<Results> results(kThreads);
  for (const Test& test : kTests) {
    test.kernel<<<kThreads / kValues, kValues>>>(operands.device(), results.device());
    results.download();
    for (int i = 0; i < kThreads; ++i)
      if (results[i].intrinsic != results[i].instruction) {
        printf("%s(%a, %a, %a) is %08x\n", test.name, operands[i].x, operands[i].y, operands[i].z,
               results[i].intrinsic);
        EXPECT_EQ_AT(i, results[i].intrinsic, results[i].instruction);
      }
  }
}
