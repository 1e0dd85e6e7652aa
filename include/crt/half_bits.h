// Conversions between float and the two 16-bit formats in integer arithmetic, for the host and
// wherever the rounding mode is not the machine's.
#ifndef HEDDLE_CRT_HALF_BITS_H
#define HEDDLE_CRT_HALF_BITS_H

#include "device_macros.h"

namespace heddle {
namespace device {

enum RoundingMode { roundNearest, roundZero, roundUp, roundDown };

// Whether the magnitude grows by one place: `rest` are the bits cut off, `half` the bit above them.
__HEDDLE_HOST_DEVICE__ bool roundsAway(unsigned int rest, unsigned int half, bool odd,
                                       bool negative, RoundingMode mode) {
  switch (mode) {
  case roundNearest:
    return rest > half || (rest == half && odd);
  case roundZero:
    return false;
  case roundUp:
    return rest != 0 && !negative;
  default:
    return rest != 0 && negative;
  }
}

// An integer from a float as `cvt.rzi` makes it: rounded toward zero, and what T cannot hold
// becomes the nearest that it can. NaN is zero, or the upper bit in 64 bits.
template <class T> __HEDDLE_HOST_DEVICE__ T integerFromFloat(float value, T lowest, T highest) {
  if (value != value)
    return sizeof(T) == 8 ? (T)0x8000000000000000ull : (T)0;
  if (value <= (float)lowest)
    return lowest;
  return value >= (float)highest ? highest : (T)value;
}

__HEDDLE_HOST_DEVICE__ unsigned short halfFromFloat(float value, RoundingMode mode) {
  const unsigned int bits = __builtin_bit_cast(unsigned int, value);
  const unsigned int sign = (bits >> 16) & 0x8000u;
  const unsigned int magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return 0x7fff;
  if (magnitude == 0x7f800000u)
    return (unsigned short)(sign | 0x7c00u);
  // Mantissa with its hidden bit, and how far it must go down; subnormal results go further.
  const int exponent = (int)(magnitude >> 23) - 127;
  const unsigned int mantissa = (magnitude & 0x7fffffu) | (magnitude >= 0x800000u ? 0x800000u : 0u);
  int shift = 13 + (exponent < -14 ? -14 - exponent : 0);
  shift = shift > 25 ? 25 : shift;
  const unsigned int rest = mantissa & ((1u << shift) - 1);
  unsigned int result = mantissa >> shift;
  // The hidden bit of a normal result adds one to the exponent field.
  if (exponent >= -14)
    result += (unsigned int)(exponent + 14) << 10;
  if (exponent > 15) {
    // Too large: the largest finite number or infinity.
    const bool toInfinity =
        mode == roundNearest || (mode == roundUp && sign == 0) || (mode == roundDown && sign != 0);
    return (unsigned short)(sign | (toInfinity ? 0x7c00u : 0x7bffu));
  }
  result += roundsAway(rest, 1u << (shift - 1), (result & 1u) != 0, sign != 0, mode) ? 1u : 0u;
  return (unsigned short)(sign | result);
}

__HEDDLE_HOST_DEVICE__ float floatFromHalf(unsigned short bits) {
  const unsigned int sign = (unsigned int)(bits & 0x8000u) << 16;
  const unsigned int magnitude = bits & 0x7fffu;
  // Shifted into place the value is 2^112 too small, subnormal numbers included.
  const float scaled = __builtin_bit_cast(float, magnitude << 13) * 0x1p112f;
  const unsigned int special = 0x7f800000u | ((magnitude & 0x3ffu) << 13);
  const unsigned int plain = __builtin_bit_cast(unsigned int, scaled);
  return __builtin_bit_cast(float, sign | (magnitude >= 0x7c00u ? special : plain));
}

__HEDDLE_HOST_DEVICE__ unsigned short bfloatFromFloat(float value, RoundingMode mode) {
  const unsigned int bits = __builtin_bit_cast(unsigned int, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return 0x7fff;
  const unsigned int result = bits >> 16;
  const bool away =
      roundsAway(bits & 0xffffu, 0x8000u, (result & 1u) != 0, (bits >> 31) != 0, mode);
  return (unsigned short)(result + (away ? 1u : 0u));
}
__HEDDLE_HOST_DEVICE__ float floatFromBfloat(unsigned short bits) {
  return __builtin_bit_cast(float, (unsigned int)bits << 16);
}

// Rounding twice can go wrong where the first rounding makes a tie. Rounded "to odd" (an inexact
// result takes the neighbour whose last bit is set) it cannot, given two bits to spare.
__HEDDLE_HOST_DEVICE__ float oddFloat(double x) {
  const float f = (float)x;
  const double back = (double)f;
  const unsigned int bits = __builtin_bit_cast(unsigned int, f);
  const bool finite = (bits & 0x7f800000u) != 0x7f800000u;
  if (back == x || !finite || (bits & 1u) != 0)
    return f;
  const bool away = (back < 0 ? -back : back) < (x < 0 ? -x : x);
  return __builtin_bit_cast(float, away ? bits + 1u : bits - 1u);
}
// For integers of any type, where a double may already have rounded.
template <class T> __HEDDLE_HOST_DEVICE__ float oddFloatOfInteger(T x) {
  const bool negative = x < 0;
  const unsigned long long magnitude =
      negative ? 0ull - (unsigned long long)x : (unsigned long long)x;
  const bool cut = (magnitude >> 53) != 0;
  const unsigned long long kept = cut ? magnitude >> 11 | ((magnitude & 0x7ffu) != 0) : magnitude;
  const double size = (double)kept * (cut ? 2048.0 : 1.0);
  return oddFloat(negative ? -size : size);
}
__HEDDLE_HOST_DEVICE__ double sumToOdd(double a, double b) {
  const double s = a + b;
  const double t = s - a;
  const double lost = (a - (s - t)) + (b - t);
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, s);
  // Not true of infinities and NaN either: what they lost is no number.
  const bool inexact = lost < 0 || lost > 0;
  if (!inexact || (bits & 1u) != 0)
    return s;
  return __builtin_bit_cast(double, (lost > 0) == (s > 0) ? bits + 1u : bits - 1u);
}

} // namespace device
} // namespace heddle

#endif
