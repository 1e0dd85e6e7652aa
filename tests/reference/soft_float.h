// IEEE 754 arithmetic on bits, one rounding at the end, in integers only: what the PTX manual means
// by a rounding mode, without the host's floating point.
#pragma once

#include <cstdint>

namespace heddle::reference {

using Bits = unsigned __int128;

struct Format {
  unsigned width;    // bits of the whole number
  int precision;     // of the significand, hidden bit included
  int largest;       // exponent of the largest numbers; the smallest normal has 1 - largest
  std::uint64_t nan; // what an operation without a meaning gives
  std::uint64_t sign() const { return std::uint64_t{1} << (width - 1); }
  std::uint64_t infinity() const {
    return ((std::uint64_t{1} << (width - static_cast<unsigned>(precision))) - 1)
           << (precision - 1);
  }
};

inline constexpr Format kHalf{16, 11, 15, 0x7fff};
inline constexpr Format kBrain{16, 8, 127, 0x7fff};
inline constexpr Format kSingle{32, 24, 127, 0x7fffffff};
inline constexpr Format kDouble{64, 53, 1023, 0xfff8000000000000};

enum class Rounding { NearestEven, NearestAway, Zero, Down, Up };

// (-1)^negative * significand * 2^exponent, the significand exact but for its lowest bit, which
// also stands for everything below it.
struct Number {
  enum class Kind { Finite, Infinity, NotANumber };
  Kind kind = Kind::Finite;
  bool negative = false;
  int exponent = 0;
  Bits significand = 0;

  bool isZero() const { return kind == Kind::Finite && significand == 0; }
  bool isNan() const { return kind == Kind::NotANumber; }
};

Number unpack(const Format& format, std::uint64_t bits);
std::uint64_t pack(const Format& format, const Number& number, Rounding rounding);
// Rounds the significand to `precision` bits and the exponent to no less than `smallest`.
Number roundTo(const Number& number, int precision, int smallest, Rounding rounding);

Number fromInteger(Bits magnitude, bool negative);
Number negate(Number number);
// The rounding mode decides the sign of an exact zero.
Number add(const Number& a, const Number& b, Rounding rounding);
Number multiply(const Number& a, const Number& b);
Number divide(const Number& a, const Number& b);
Number squareRoot(const Number& a);
Number roundToIntegral(const Number& a, Rounding rounding);
// -1, 0, 1; neither may be NaN.
int compare(const Number& a, const Number& b);
// The integer part of a number in range; the nearest bound otherwise.
__int128 toInteger(const Number& a, __int128 low, __int128 high);

bool isNan(const Format& format, std::uint64_t bits);
// A NaN with the bit that tells quiet ones.
std::uint64_t quiet(const Format& format, std::uint64_t nan);
// Sign and payload of a NaN in another format, as far as they fit, and quiet.
std::uint64_t convertNan(const Format& from, const Format& to, std::uint64_t nan);
bool isSubnormal(const Format& format, std::uint64_t bits);
// Subnormal numbers become zeros of their sign.
std::uint64_t flushed(const Format& format, std::uint64_t bits);

} // namespace heddle::reference
