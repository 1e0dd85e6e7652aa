// Numeric helpers, which thread IR calls as heddle.lib.*. They are compiled to bitcode, linked and
// inlined (lowering/helpers.cpp). They must vectorise, so they are straight-line code with selects
// instead of branches, without tables or library calls.
#pragma once

#include <stdint.h>

#define HELPER(name) __asm__("heddle.lib." name)
#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t bitsOf32(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, 4);
  return bits;
}
INLINE float float32Of(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, 4);
  return x;
}
INLINE uint64_t bitsOf64(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, 8);
  return bits;
}
INLINE double float64Of(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}

// Rounding modes other than to nearest even.
enum Mode { RZ, RM, RP };

// On which side of f the exact value x lies: above (1), below (-1) or neither (0).
INLINE int sideOf(double x, double f) {
  return (x > f) - (x < f);
}

// Which neighbour of the nearest value rounding in `mode` gives: the one below (-1), the one above
// (1) or the value itself (0).
INLINE int stepOf(int side, int negative, enum Mode mode) {
  int down = side < 0 && (mode == RM || (mode == RZ && !negative));
  int up = side > 0 && (mode == RP || (mode == RZ && negative));
  return up - down;
}

// The neighbour of a float in the given direction; 0 stays.
INLINE float neighbour32(float f, int step) {
  uint32_t bits = bitsOf32(f);
  int negative = (int)(bits >> 31);
  uint32_t moved = bits + (uint32_t)(negative ? -step : step);
  uint32_t fromZero = step < 0 ? 0x80000001U : 1U;
  moved = (bits & 0x7fffffffU) == 0 ? fromZero : moved;
  return float32Of(step == 0 ? bits : moved);
}
INLINE double neighbour64(double f, int step) {
  uint64_t bits = bitsOf64(f);
  int negative = (int)(bits >> 63);
  uint64_t moved = bits + (uint64_t)(int64_t)(negative ? -step : step);
  uint64_t fromZero = step < 0 ? 0x8000000000000001U : 1U;
  moved = (bits & 0x7fffffffffffffffU) == 0 ? fromZero : moved;
  return float64Of(step == 0 ? bits : moved);
}

// Rounds to odd: of the two values around the exact one, takes that whose last bit is set. A second
// rounding to fewer bits then gives the same as rounding the exact value. `side` says on which side
// of the value the exact one lies.
INLINE double odd64(double nearest, int side) {
  return neighbour64(nearest, (bitsOf64(nearest) & 1) != 0 ? 0 : side);
}
INLINE float odd32(double x) {
  float f = (float)x;
  return neighbour32(f, (bitsOf32(f) & 1) != 0 ? 0 : sideOf(x, (double)f));
}

// The rounding error of a sum: a + b = s + error exactly, where s is the rounded sum.
INLINE double sumError(double a, double b, double s) {
  double part = s - a;
  return (a - (s - part)) + (b - part);
}
