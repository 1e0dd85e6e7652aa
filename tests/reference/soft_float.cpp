#include "soft_float.h"

#include <algorithm>

namespace heddle::reference {
namespace {

int highestBit(Bits value) {
  int bit = -1;
  for (; value != 0; value >>= 1)
    ++bit;
  return bit;
}

// What is shifted out stays as a lowest bit.
Bits shiftRightSticky(Bits value, int amount) {
  if (amount <= 0)
    return value;
  if (amount > 127)
    return value != 0;
  Bits lost = value & ((Bits{1} << amount) - 1);
  return (value >> amount) | (lost != 0);
}

// The highest bit at position 124: room for a carry, and far more guard bits than any format needs.
Number normalised(Number number) {
  constexpr int kTop = 124;
  int shift = kTop - highestBit(number.significand);
  number.significand =
      shift >= 0 ? number.significand << shift : shiftRightSticky(number.significand, -shift);
  number.exponent -= shift;
  return number;
}

} // namespace

Number unpack(const Format& format, std::uint64_t bits) {
  Number number;
  number.negative = bits & format.sign();
  std::uint64_t magnitude = bits & (format.sign() - 1);
  if (magnitude >= format.infinity()) {
    number.kind =
        magnitude == format.infinity() ? Number::Kind::Infinity : Number::Kind::NotANumber;
    return number;
  }
  std::uint64_t hidden = std::uint64_t{1} << (format.precision - 1);
  int field = static_cast<int>(magnitude >> (format.precision - 1));
  std::uint64_t fraction = magnitude & (hidden - 1);
  number.significand = field == 0 ? fraction : fraction | hidden;
  number.exponent = std::max(field, 1) - format.largest - (format.precision - 1);
  return number;
}

Number roundTo(const Number& number, int precision, int smallest, Rounding rounding) {
  if (number.kind != Number::Kind::Finite || number.significand == 0)
    return number;
  int top = number.exponent + highestBit(number.significand);
  int lowest = std::max(top, smallest) - (precision - 1);
  int shift = lowest - number.exponent;
  Number rounded = number;
  if (shift <= 0)
    return rounded;
  rounded.exponent = lowest;
  rounded.significand = shift > 127 ? 0 : number.significand >> shift;
  Bits rest = shift > 127 ? number.significand : number.significand & ((Bits{1} << shift) - 1);
  Bits half = shift > 127 ? ~Bits{0} : Bits{1} << (shift - 1);
  bool up = false;
  switch (rounding) {
  case Rounding::NearestEven:
    up = rest > half || (rest == half && (rounded.significand & 1));
    break;
  case Rounding::NearestAway:
    up = rest >= half;
    break;
  case Rounding::Zero:
    break;
  case Rounding::Down:
    up = number.negative && rest != 0;
    break;
  case Rounding::Up:
    up = !number.negative && rest != 0;
    break;
  }
  rounded.significand += up ? 1 : 0;
  return rounded;
}

std::uint64_t pack(const Format& format, const Number& number, Rounding rounding) {
  std::uint64_t sign = number.negative ? format.sign() : 0;
  if (number.isNan())
    return format.nan;
  if (number.kind == Number::Kind::Infinity)
    return sign | format.infinity();
  int smallest = 1 - format.largest;
  Number rounded = roundTo(number, format.precision, smallest, rounding);
  if (rounded.significand == 0)
    return sign;
  int top = rounded.exponent + highestBit(rounded.significand);
  if (top > format.largest) {
    bool toInfinity = rounding == Rounding::NearestEven || rounding == Rounding::NearestAway ||
                      rounding == (number.negative ? Rounding::Down : Rounding::Up);
    return sign | (toInfinity ? format.infinity() : format.infinity() - 1);
  }
  int lowest = std::max(top, smallest) - (format.precision - 1);
  int shift = rounded.exponent - lowest;
  auto fraction = static_cast<std::uint64_t>(shift >= 0 ? rounded.significand << shift
                                                        : rounded.significand >> -shift);
  std::uint64_t hidden = std::uint64_t{1} << (format.precision - 1);
  if (fraction < hidden)
    return sign | fraction;
  auto field = static_cast<std::uint64_t>(top + format.largest);
  return sign | field << (format.precision - 1) | (fraction & (hidden - 1));
}

Number fromInteger(Bits magnitude, bool negative) {
  Number number;
  number.negative = negative;
  number.significand = magnitude;
  return number;
}

Number negate(Number number) {
  number.negative = !number.negative;
  return number;
}

Number add(const Number& a, const Number& b, Rounding rounding) {
  Number result;
  if (a.isNan() || b.isNan() ||
      (a.kind == Number::Kind::Infinity && b.kind == Number::Kind::Infinity &&
       a.negative != b.negative)) {
    result.kind = Number::Kind::NotANumber;
    return result;
  }
  if (a.kind == Number::Kind::Infinity)
    return a;
  if (b.kind == Number::Kind::Infinity)
    return b;
  if (a.isZero() && b.isZero()) {
    result.negative = a.negative == b.negative ? a.negative : rounding == Rounding::Down;
    return result;
  }
  if (a.isZero())
    return b;
  if (b.isZero())
    return a;
  Number x = normalised(a), y = normalised(b);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.significand < y.significand))
    std::swap(x, y);
  y.significand = shiftRightSticky(y.significand, x.exponent - y.exponent);
  result.exponent = x.exponent;
  result.negative = x.negative;
  if (x.negative == y.negative) {
    result.significand = x.significand + y.significand;
  } else {
    result.significand = x.significand - y.significand;
    if (result.significand == 0)
      result.negative = rounding == Rounding::Down;
  }
  return result;
}

Number multiply(const Number& a, const Number& b) {
  Number result;
  result.negative = a.negative != b.negative;
  bool isInfinite = a.kind == Number::Kind::Infinity || b.kind == Number::Kind::Infinity;
  if (a.isNan() || b.isNan() || (isInfinite && (a.isZero() || b.isZero()))) {
    result.kind = Number::Kind::NotANumber;
    return result;
  }
  if (isInfinite) {
    result.kind = Number::Kind::Infinity;
    return result;
  }
  result.significand = a.significand * b.significand; // at most 53 bits each
  result.exponent = a.exponent + b.exponent;
  return result;
}

Number divide(const Number& a, const Number& b) {
  Number result;
  result.negative = a.negative != b.negative;
  bool bothInfinite = a.kind == Number::Kind::Infinity && b.kind == Number::Kind::Infinity;
  if (a.isNan() || b.isNan() || bothInfinite || (a.isZero() && b.isZero())) {
    result.kind = Number::Kind::NotANumber;
    return result;
  }
  if (a.kind == Number::Kind::Infinity || b.isZero()) {
    result.kind = Number::Kind::Infinity;
    return result;
  }
  if (a.isZero() || b.kind == Number::Kind::Infinity)
    return result;
  Number dividend = normalised(a);
  result.significand = dividend.significand / b.significand;
  result.significand |= dividend.significand % b.significand != 0;
  result.exponent = dividend.exponent - b.exponent;
  return result;
}

Number squareRoot(const Number& a) {
  Number result = a;
  if (a.isNan() || a.isZero())
    return result;
  if (a.negative) {
    result.kind = Number::Kind::NotANumber;
    return result;
  }
  if (a.kind == Number::Kind::Infinity)
    return result;
  Number number = normalised(a);
  if (number.exponent % 2 != 0) {
    number.significand <<= 1;
    number.exponent -= 1;
  }
  Bits root = 0;
  for (Bits bit = Bits{1} << 63; bit != 0; bit >>= 1)
    if ((root | bit) * (root | bit) <= number.significand)
      root |= bit;
  // Two more bits, so that the lowest can stand for the rest.
  result.significand = root << 2 | (root * root != number.significand);
  result.exponent = number.exponent / 2 - 2;
  return result;
}

Number roundToIntegral(const Number& a, Rounding rounding) {
  if (a.kind != Number::Kind::Finite || a.exponent >= 0 || a.significand == 0)
    return a;
  Number result = a;
  int shift = -a.exponent;
  result.significand = shift > 127 ? 0 : a.significand >> shift;
  result.exponent = 0;
  Bits rest = shift > 127 ? a.significand : a.significand & ((Bits{1} << shift) - 1);
  Bits half = shift > 127 ? ~Bits{0} : Bits{1} << (shift - 1);
  bool up = rounding == Rounding::NearestEven
                ? rest > half || (rest == half && (result.significand & 1))
            : rounding == Rounding::Down ? a.negative && rest != 0
            : rounding == Rounding::Up   ? !a.negative && rest != 0
                                         : false;
  result.significand += up ? 1 : 0;
  return result;
}

int compare(const Number& a, const Number& b) {
  if (a.isZero() && b.isZero())
    return 0;
  auto magnitude = [](const Number& x, const Number& y) {
    bool xInfinite = x.kind == Number::Kind::Infinity, yInfinite = y.kind == Number::Kind::Infinity;
    if (xInfinite || yInfinite)
      return xInfinite == yInfinite ? 0 : xInfinite ? 1 : -1;
    if (x.isZero() || y.isZero())
      return x.isZero() == y.isZero() ? 0 : x.isZero() ? -1 : 1;
    Number p = normalised(x), q = normalised(y);
    if (p.exponent != q.exponent)
      return p.exponent < q.exponent ? -1 : 1;
    return p.significand == q.significand ? 0 : p.significand < q.significand ? -1 : 1;
  };
  if (a.isZero())
    return b.negative ? 1 : -1;
  if (b.isZero())
    return a.negative ? -1 : 1;
  if (a.negative != b.negative)
    return a.negative ? -1 : 1;
  return a.negative ? -magnitude(a, b) : magnitude(a, b);
}

__int128 toInteger(const Number& a, __int128 low, __int128 high) {
  if (a.kind == Number::Kind::Infinity)
    return a.negative ? low : high;
  if (a.isZero())
    return 0;
  // Numbers beyond 2^100 are out of every range.
  if (a.exponent + highestBit(a.significand) > 100)
    return a.negative ? low : high;
  Bits magnitude = a.exponent >= 0     ? a.significand << a.exponent
                   : a.exponent < -127 ? 0
                                       : a.significand >> -a.exponent;
  auto value = static_cast<__int128>(magnitude);
  return std::clamp(a.negative ? -value : value, low, high);
}

bool isNan(const Format& format, std::uint64_t bits) {
  return (bits & (format.sign() - 1)) > format.infinity();
}

std::uint64_t quiet(const Format& format, std::uint64_t nan) {
  return nan | std::uint64_t{1} << (format.precision - 2);
}

std::uint64_t convertNan(const Format& from, const Format& to, std::uint64_t nan) {
  std::uint64_t payload = nan & ((std::uint64_t{1} << (from.precision - 1)) - 1);
  int shift = to.precision - from.precision;
  payload = shift > 0 ? payload << shift : payload >> -shift;
  return quiet(to, (nan & from.sign() ? to.sign() : 0) | to.infinity() | payload);
}

bool isSubnormal(const Format& format, std::uint64_t bits) {
  std::uint64_t magnitude = bits & (format.sign() - 1);
  return magnitude != 0 && magnitude < std::uint64_t{1} << (format.precision - 1);
}

std::uint64_t flushed(const Format& format, std::uint64_t bits) {
  return isSubnormal(format, bits) ? bits & format.sign() : bits;
}

} // namespace heddle::reference
