// The 8-bit floats: e4m3 (no infinity, one NaN) and e5m2 (the upper half of an f16).
#include "builtins.h"

INLINE float halfBits(uint32_t bits) {
  uint16_t narrow = (uint16_t)bits;
  _Float16 h;
  __builtin_memcpy(&h, &narrow, 2);
  return (float)h;
}

// To the nearest integer, ties to even; for 0 <= x < 2^22.
INLINE float nearestInteger(float x) {
  return (x + 8388608.0f) - 8388608.0f;
}

// The nearest finite value with `mantissa` bits of mantissa and an exponent biased by `bias`.
INLINE uint32_t narrow(float x, int mantissa, int bias, uint32_t largest) {
  uint32_t bits = bitsOf32(x), magnitude = bits & 0x7fffffffU;
  int drop = 23 - mantissa;
  uint32_t half = (1U << (drop - 1)) - 1;
  uint32_t rounded = (magnitude + half + (magnitude >> drop & 1)) >> drop;
  uint32_t normal = rounded - ((uint32_t)(127 - bias) << mantissa);
  // Below the normal range the steps are all alike.
  float steps = float32Of((uint32_t)(127 + bias - 1 + mantissa) << 23);
  uint32_t isSmall = magnitude < ((uint32_t)(127 + 1 - bias) << 23);
  float scaled = float32Of(isSmall ? magnitude : 0) * steps;
  uint32_t subnormal = bitsOf32(nearestInteger(scaled) + 8388608.0f) & 0xff;
  uint32_t value = isSmall ? subnormal : normal;
  value = magnitude >= 0x7f800000U || value > largest ? largest : value;
  return x != x ? 0x7f : value | (bits >> 24 & 0x80);
}

uint32_t toE4m3(float) HELPER("cvt.rn.e4m3.f32");
uint32_t toE4m3(float x) {
  return narrow(x, 3, 7, 0x7e);
}
uint32_t toE5m2(float) HELPER("cvt.rn.e5m2.f32");
uint32_t toE5m2(float x) {
  return narrow(x, 2, 15, 0x7b);
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
