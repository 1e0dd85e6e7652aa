// What .approx instructions approximate, and how far off a result is.
#pragma once

#include "forms.h"

#include <cstdint>

namespace golden {

// What the PTX manual bounds, for an instruction.
enum class Measure { Absolute, Relative, Ulp };

using Function = long double (*)(long double, long double);

// A binary floating-point type.
struct FloatType {
  unsigned bits = 0; // 0: not a float
  unsigned mantissa = 0;

  std::uint64_t sign() const { return std::uint64_t(1) << (bits - 1); }
  std::uint64_t infinity() const { return (sign() - 1) >> mantissa << mantissa; }
  bool isNan(std::uint64_t value) const { return (value & (sign() - 1)) > infinity(); }
  bool isFinite(std::uint64_t value) const { return (value & (sign() - 1)) < infinity(); }
  bool isZero(std::uint64_t value) const { return (value & (sign() - 1)) == 0; }
  bool isSubnormal(std::uint64_t value) const {
    return !isZero(value) && (value & infinity()) == 0;
  }
  int smallestExponent() const { return 2 - (1 << (bits - mantissa - 2)); }
  long double smallestNormal() const;
  long double largest() const;
  long double valueOf(std::uint64_t value) const;
};

// Of f16x2 and the like, the type of one of the two.
FloatType floatType(const std::string& type);

// Null when the instruction is not one of them.
Function truthOf(const std::string& instruction);

// `exact` is finite in the type.
long double errorOf(Measure measure, const FloatType& type, long double value, long double exact);

} // namespace golden
