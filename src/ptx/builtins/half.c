// Conversions to the 16-bit floats and tf32. A NaN becomes PTX's NaN of the type; only that of a
// double keeps its sign and the part of its payload that fits.
#include "builtins.h"

INLINE uint16_t nearestHalf(float x) {
  _Float16 h = (_Float16)x;
  uint16_t bits;
  __builtin_memcpy(&bits, &h, 2);
  return x != x ? 0x7fff : bits;
}

INLINE float halfValue(uint16_t bits) {
  _Float16 h;
  __builtin_memcpy(&h, &bits, 2);
  return (float)h;
}

INLINE uint16_t neighbour16(uint16_t bits, int step) {
  int negative = bits >> 15;
  uint16_t moved = (uint16_t)(bits + (negative ? -step : step));
  uint16_t fromZero = step < 0 ? 0x8001 : 1;
  moved = (bits & 0x7fff) == 0 ? fromZero : moved;
  return step == 0 ? bits : moved;
}

INLINE uint16_t halfRounded(float x, enum Mode mode) {
  uint16_t bits = nearestHalf(x);
  uint16_t rounded = neighbour16(bits, stepOf(sideOf(x, halfValue(bits)), x < 0, mode));
  return x != x ? 0x7fff : rounded;
}

INLINE uint16_t nearestBrain(float x) {
  uint32_t bits = bitsOf32(x);
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return x != x ? 0x7fff : (uint16_t)rounded;
}

INLINE uint16_t brainRounded(float x, enum Mode mode) {
  uint16_t bits = nearestBrain(x);
  float value = float32Of((uint32_t)bits << 16);
  uint16_t rounded = neighbour16(bits, stepOf(sideOf(x, value), x < 0, mode));
  return x != x ? 0x7fff : rounded;
}

INLINE uint16_t halfNan(double x, uint16_t otherwise) {
  uint64_t bits = bitsOf64(x);
  uint16_t nan = (uint16_t)((bits >> 48 & 0x8000) | 0x7e00 | (bits >> 42 & 0x1ff));
  return x != x ? nan : otherwise;
}
INLINE uint16_t brainNan(double x, uint16_t otherwise) {
  uint64_t bits = bitsOf64(x);
  uint16_t nan = (uint16_t)((bits >> 48 & 0x8000) | 0x7fc0 | (bits >> 45 & 0x3f));
  return x != x ? nan : otherwise;
}

// a * b + c, for operands with so few digits that a * b is exact.
double fmaOdd(double, double, double) HELPER("fma.odd.f64");
double fmaOdd(double a, double b, double c) {
  double product = a * b;
  double s = product + c;
  return odd64(s, sideOf(sumError(product, c, s), 0.0));
}

float odd(double) HELPER("odd.f32.f64");
float odd(double x) {
  return odd32(x);
}

uint16_t f16n32(float) HELPER("cvt.rn.f16.f32");
uint16_t f16n32(float x) {
  return nearestHalf(x);
}
uint16_t f16n64(double) HELPER("cvt.rn.f16.f64");
uint16_t f16n64(double x) {
  return halfNan(x, nearestHalf(odd32(x)));
}
uint16_t bf16n32(float) HELPER("cvt.rn.bf16.f32");
uint16_t bf16n32(float x) {
  return nearestBrain(x);
}
uint16_t bf16n64(double) HELPER("cvt.rn.bf16.f64");
uint16_t bf16n64(double x) {
  return brainNan(x, nearestBrain(odd32(x)));
}

#define DIRECTED(MODE, mode)                                                                       \
  uint16_t f16a##MODE(float) HELPER("cvt." mode ".f16.f32");                                       \
  uint16_t f16a##MODE(float x) {                                                                   \
    return halfRounded(x, MODE);                                                                   \
  }                                                                                                \
  uint16_t f16b##MODE(double) HELPER("cvt." mode ".f16.f64");                                      \
  uint16_t f16b##MODE(double x) {                                                                  \
    return halfNan(x, halfRounded(odd32(x), MODE));                                                \
  }                                                                                                \
  uint16_t bf16a##MODE(float) HELPER("cvt." mode ".bf16.f32");                                     \
  uint16_t bf16a##MODE(float x) {                                                                  \
    return brainRounded(x, MODE);                                                                  \
  }                                                                                                \
  uint16_t bf16b##MODE(double) HELPER("cvt." mode ".bf16.f64");                                    \
  uint16_t bf16b##MODE(double x) {                                                                 \
    return brainNan(x, brainRounded(odd32(x), MODE));                                              \
  }
DIRECTED(RZ, "rz")
DIRECTED(RM, "rm")
DIRECTED(RP, "rp")

// tf32 has ten bits of mantissa and is kept in the upper bits of a 32-bit word.
INLINE uint32_t tf32Of(float x, uint32_t add) {
  uint32_t bits = bitsOf32(x);
  int finite = (bits & 0x7f800000U) != 0x7f800000U;
  uint32_t rounded = finite ? (bits + add) & 0xffffe000U : bits;
  return x != x ? 0x7fffe000U : rounded;
}
// In rounding with ties away, GPUs treat the bits of a NaN like those of a number.
uint32_t tf32rna(float) HELPER("cvt.rna.tf32.f32");
uint32_t tf32rna(float x) {
  uint32_t bits = bitsOf32(x);
  int finite = (bits & 0x7f800000U) != 0x7f800000U;
  return (finite ? bits + 0x1000 : bits) & 0xffffe000U;
}
uint32_t tf32rn(float) HELPER("cvt.rn.tf32.f32");
uint32_t tf32rn(float x) {
  return tf32Of(x, 0xfff + (bitsOf32(x) >> 13 & 1));
}
uint32_t tf32rz(float) HELPER("cvt.rz.tf32.f32");
uint32_t tf32rz(float x) {
  return tf32Of(x, 0);
}
