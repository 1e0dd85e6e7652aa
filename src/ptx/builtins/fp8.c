// Conversions of floats of 8 bits and less: e4m3 (without infinity, with one NaN) and e5m2 (the
// upper half of an f16); those of 6 and 4 bits, which have neither infinity nor NaN; and ue8m0,
// which is an exponent alone.
#include "builtins.h"

INLINE float halfBits(uint32_t bits) {
  uint16_t narrow = (uint16_t)bits;
  _Float16 h;
  __builtin_memcpy(&h, &narrow, 2);
  return (float)h;
}

// Rounds to the nearest integer, ties to even; x must be in [0, 2^22).
INLINE float nearestInteger(float x) {
  return (x + 8388608.0f) - 8388608.0f;
}

// The nearest finite value with `mantissa` bits of mantissa and an exponent biased by `bias`.
INLINE uint32_t narrow(float x, int mantissa, int bias, uint32_t largest, int sign, uint32_t nan) {
  uint32_t bits = bitsOf32(x), magnitude = bits & 0x7fffffffU;
  int drop = 23 - mantissa;
  uint32_t half = (1U << (drop - 1)) - 1;
  uint32_t rounded = (magnitude + half + (magnitude >> drop & 1)) >> drop;
  uint32_t normal = rounded - ((uint32_t)(127 - bias) << mantissa);
  // Subnormal numbers are all the same distance apart.
  float steps = float32Of((uint32_t)(127 + bias - 1 + mantissa) << 23);
  uint32_t isSmall = magnitude < ((uint32_t)(127 + 1 - bias) << 23);
  float scaled = float32Of(isSmall ? magnitude : 0) * steps;
  uint32_t subnormal = bitsOf32(nearestInteger(scaled) + 8388608.0f) & 0xff;
  uint32_t value = isSmall ? subnormal : normal;
  value = magnitude >= 0x7f800000U || value > largest ? largest : value;
  return x != x ? nan : value | bits >> 31 << sign;
}

uint32_t toE4m3(float) HELPER("cvt.rn.e4m3.f32");
uint32_t toE4m3(float x) {
  return narrow(x, 3, 7, 0x7e, 7, 0x7f);
}
uint32_t toE5m2(float) HELPER("cvt.rn.e5m2.f32");
uint32_t toE5m2(float x) {
  return narrow(x, 2, 15, 0x7b, 7, 0x7f);
}

float fromE4m3(uint32_t) HELPER("cvt.f32.e4m3");
float fromE4m3(uint32_t bits) {
  float value = halfBits((bits & 0x80) << 8 | (bits & 0x7f) << 7) * 256.0f;
  return (bits & 0x7f) == 0x7f ? float32Of(0x7fffffffU) : value;
}
float fromE5m2(uint32_t) HELPER("cvt.f32.e5m2");
float fromE5m2(uint32_t bits) {
  return halfBits(bits << 8);
}

uint32_t toE2m3(float) HELPER("cvt.rn.e2m3.f32");
uint32_t toE2m3(float x) {
  return narrow(x, 3, 1, 0x1f, 5, 0x1f);
}
uint32_t toE3m2(float) HELPER("cvt.rn.e3m2.f32");
uint32_t toE3m2(float x) {
  return narrow(x, 2, 3, 0x1f, 5, 0x1f);
}
uint32_t toE2m1(float) HELPER("cvt.rn.e2m1.f32");
uint32_t toE2m1(float x) {
  return narrow(x, 1, 1, 0x7, 3, 0x7);
}

INLINE float widen(uint32_t bits, int mantissa, int bias, int sign) {
  uint32_t magnitude = bits & ((1U << sign) - 1);
  float scale = float32Of((uint32_t)(127 + 127 - bias) << 23);
  float value = float32Of(magnitude << (23 - mantissa)) * scale;
  return float32Of(bitsOf32(value) | (bits >> sign & 1) << 31);
}
float fromE2m3(uint32_t) HELPER("cvt.f32.e2m3");
float fromE2m3(uint32_t bits) {
  return widen(bits, 3, 1, 5);
}
float fromE3m2(uint32_t) HELPER("cvt.f32.e3m2");
float fromE3m2(uint32_t bits) {
  return widen(bits, 2, 3, 5);
}
float fromE2m1(uint32_t) HELPER("cvt.f32.e2m1");
float fromE2m1(uint32_t bits) {
  return widen(bits, 1, 1, 3);
}

// The sign is ignored. The byte 0 stands for 2^-127.
INLINE uint32_t exponentOf(float x, int up, int saturates) {
  uint32_t magnitude = bitsOf32(x) & 0x7fffffffU;
  uint32_t exponent = magnitude >> 23;
  int more = (magnitude & 0x007fffffU) != 0 && magnitude > 0x00400000U && magnitude < 0x7f800000U;
  exponent += (uint32_t)(up && more);
  return saturates && x == x && exponent == 0xff ? 0xfe : exponent;
}
#define EXPONENT(name, mode, up, saturates)                                                        \
  uint32_t name(float) HELPER("cvt." mode ".ue8m0.f32");                                           \
  uint32_t name(float x) {                                                                         \
    return exponentOf(x, up, saturates);                                                           \
  }
EXPONENT(ue8m0z, "rz", 0, 0)
EXPONENT(ue8m0zs, "rz.satfinite", 0, 1)
EXPONENT(ue8m0p, "rp", 1, 0)
EXPONENT(ue8m0ps, "rp.satfinite", 1, 1)
uint32_t fromUe8m0(uint32_t) HELPER("cvt.bf16.ue8m0");
uint32_t fromUe8m0(uint32_t bits) {
  return bits == 0xff ? 0x7fff : bits == 0 ? 0x0040 : bits << 7;
}
