// Stochastic rounding: random bits are added to the bits of the mantissa that do not fit, aligned
// at their highest bits, and the carry goes to the bits that do fit.
#include "builtins.h"

struct Format {
  int mantissa, bias, sign;
  uint32_t largest; // finite magnitude
  uint32_t beyond;  // the magnitude that larger numbers become
  uint32_t nan;
  int random; // number of random bits
};

INLINE uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

INLINE uint32_t stochastic(float x, uint32_t random, struct Format format) {
  uint32_t bits = bitsOf32(x), magnitude = bits & 0x7fffffffU;
  uint32_t field = magnitude >> 23;
  uint32_t significand = (magnitude & 0x007fffffU) | (uint32_t)(field != 0) << 23;
  int exponent = (int)(field == 0 ? 1 : field) - 127;
  int smallest = 1 - format.bias;
  int isSmall = exponent < smallest || field == 0;
  uint32_t drop = (uint32_t)(23 - format.mantissa);
  drop += exponent < smallest ? (uint32_t)(smallest - exponent) : 0;
  uint32_t dropped = significand >> least(drop - (uint32_t)format.random, 31);
  uint32_t mask = (1U << format.random) - 1;
  uint32_t carry = ((dropped & mask) + (random & mask)) >> format.random;
  uint32_t kept = drop > 31 ? 0 : significand >> least(drop, 31);
  uint32_t scale = (uint32_t)(exponent + format.bias - 1) << format.mantissa;
  uint32_t value = kept + (isSmall ? 0 : scale) + carry;
  value = magnitude >= 0x7f800000U || value > format.largest ? format.beyond : value;
  return x != x ? format.nan : value | bits >> 31 << format.sign;
}

#define STOCHASTIC(function, name, ...)                                                            \
  uint32_t function(float, uint32_t) HELPER("cvt.rs." name ".f32");                                \
  uint32_t function(float x, uint32_t random) {                                                    \
    return stochastic(x, random, (struct Format){__VA_ARGS__});                                    \
  }
STOCHASTIC(rsF16, "f16", 10, 15, 15, 0x7bff, 0x7c00, 0x7fff, 13)
STOCHASTIC(rsF16s, "satfinite.f16", 10, 15, 15, 0x7bff, 0x7bff, 0x7fff, 13)
STOCHASTIC(rsBf16, "bf16", 7, 127, 15, 0x7f7f, 0x7f80, 0x7fff, 16)
STOCHASTIC(rsBf16s, "satfinite.bf16", 7, 127, 15, 0x7f7f, 0x7f7f, 0x7fff, 16)
STOCHASTIC(rsE4m3, "e4m3", 3, 7, 7, 0x7e, 0x7e, 0x7f, 8)
STOCHASTIC(rsE5m2, "e5m2", 2, 15, 7, 0x7b, 0x7b, 0x7f, 8)
STOCHASTIC(rsE2m3, "e2m3", 3, 1, 5, 0x1f, 0x1f, 0x1f, 8)
STOCHASTIC(rsE3m2, "e3m2", 2, 3, 5, 0x1f, 0x1f, 0x1f, 8)
STOCHASTIC(rsE2m1, "e2m1", 1, 1, 3, 0x7, 0x7, 0x7, 8)
