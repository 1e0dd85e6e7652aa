#include "arithmetic.h"

#include <algorithm>
#include <array>

namespace heddle::reference {

using ptx::ScalarType;

namespace {

bool isSmallFloat(ScalarType type) {
  return type == ScalarType::F16 || type == ScalarType::Bf16;
}

// In range, or the nearest bound. NaN gives zero, or the top bit alone where the source or the
// destination has 64 bits, as GPUs do.
Bits floatToInteger(const ptx::Instruction& instruction, std::uint64_t bits) {
  ScalarType from = instruction.atype, to = instruction.dtype;
  const Format& format = formatOf(from);
  unsigned width = ptx::bitsOf(to);
  if (isNan(format, bits))
    return width == 64 || from == ScalarType::F64 ? Bits{1} << (width - 1) : 0;
  Number whole = roundToIntegral(unpack(format, bits), roundingOf(instruction));
  return static_cast<Bits>(toInteger(whole, lowestOf(to), highestOf(to))) & maskOf(width);
}

std::uint64_t saturated(const Format& format, std::uint64_t bits) {
  if (isNan(format, bits) || (bits & format.sign()))
    return 0;
  std::uint64_t one = pack(format, fromInteger(1, false), Rounding::NearestEven);
  return std::min(bits, one); // positive floats order as their bits do
}

std::uint64_t floatToFloat(const ptx::Instruction& instruction, ScalarType from, ScalarType to,
                           std::uint64_t bits) {
  const Format &source = formatOf(from), &target = formatOf(to);
  bool integral = instruction.modifier<ptx::IntegerRounding>().has_value();
  if (isNan(source, bits) && !instruction.has(ptx::Flag::Sat)) {
    // Doubles keep payloads, and so does what only moves bits.
    bool moves = !instruction.has(ptx::Flag::Ftz) && !integral &&
                 ((from == to && from != ScalarType::F16) ||
                  (from == ScalarType::Bf16 && to == ScalarType::F32));
    if (moves)
      return bits << (target.width - source.width);
    if (from == ScalarType::F64)
      return convertNan(source, target, bits);
    return to == ScalarType::F64
               ? convertNan(source, target, instruction.has(ptx::Flag::Ftz) ? source.nan : bits)
               : target.nan;
  }
  Number number = unpack(source, bits);
  Rounding rounding = roundingOf(instruction);
  if (integral) {
    number = roundToIntegral(number, rounding);
    rounding = Rounding::NearestEven;
  }
  if (instruction.has(ptx::Flag::Relu) && !number.isNan() && number.negative)
    number = Number{};
  std::uint64_t result = pack(target, number, rounding);
  if (instruction.has(ptx::Flag::Satfinite) && (result & ~target.sign()) == target.infinity())
    --result;
  if (instruction.has(ptx::Flag::Sat))
    result = saturated(target, result);
  return result;
}

// A float whose low 13 bits are not used; rounding is that of a float of 11 bits of precision.
std::uint64_t toTf32(const ptx::Instruction& instruction, std::uint64_t bits) {
  Number number = unpack(kSingle, bits);
  if (instruction.has(ptx::Flag::Relu) && !number.isNan() && number.negative)
    return 0;
  constexpr Format kTf32{19, 11, 127, 0x3ffff};
  std::uint64_t result = pack(kTf32, number, roundingOf(instruction)) << 13;
  if (number.isNan() && instruction.has(ptx::Flag::Rna)) // GPUs cut its bits off like a number's
    result = bits & 0xffffe000;
  // One step down from infinity, and from what NaN has become.
  if (instruction.has(ptx::Flag::Satfinite) && (result & kSingle.infinity()) == kSingle.infinity())
    result -= std::uint64_t{1} << 13;
  return result;
}

// 8 bits, saturating: e4m3 has no infinity and one NaN, 448 is its largest number.
std::uint64_t toEightBits(const ptx::Instruction& instruction, ScalarType to, Number number) {
  if (number.isNan())
    return 0x7f;
  if (instruction.has(ptx::Flag::Relu) && number.negative)
    return 0;
  bool isE4m3 = to == ScalarType::E4m3x2;
  std::uint64_t sign = number.negative ? 0x80 : 0;
  std::uint64_t largest = isE4m3 ? 0x7e : 0x7b;
  if (number.kind == Number::Kind::Infinity)
    return sign | largest;
  // One exponent more than the format has, so that the rounding of the largest numbers is seen.
  int precision = isE4m3 ? 4 : 3, bias = isE4m3 ? 7 : 15;
  Number rounded = roundTo(number, precision, 1 - bias, Rounding::NearestEven);
  Number limit = fromInteger(isE4m3 ? 448 : 57344, number.negative);
  int order = compare(rounded, limit);
  if (number.negative ? order < 0 : order > 0)
    return sign | largest;
  if (rounded.isZero())
    return sign;
  Bits significand = rounded.significand;
  int exponent = rounded.exponent;
  int lowest = 1 - bias - (precision - 1);
  while (exponent > lowest && significand < Bits{1} << (precision - 1)) {
    significand <<= 1;
    --exponent;
  }
  while (significand >= Bits{1} << precision || exponent < lowest) {
    significand >>= 1;
    ++exponent;
  }
  Bits hidden = Bits{1} << (precision - 1);
  if (significand < hidden)
    return sign | static_cast<std::uint64_t>(significand);
  int field = exponent + (precision - 1) + bias;
  return sign | static_cast<std::uint64_t>(field) << (precision - 1) |
         static_cast<std::uint64_t>(significand & (hidden - 1));
}

std::uint64_t fromEightBits(ScalarType from, std::uint64_t bits) {
  bool isE4m3 = from == ScalarType::E4m3x2;
  std::uint64_t magnitude = bits & 0x7f;
  std::uint64_t sign = bits & 0x80 ? kHalf.sign() : 0;
  if (isE4m3 ? magnitude == 0x7f : magnitude > 0x7c)
    return kHalf.nan;
  if (!isE4m3)
    return sign | magnitude << 8; // e5m2 is the upper half of f16
  Number number;
  number.negative = sign != 0;
  auto field = static_cast<int>(magnitude >> 3);
  number.significand = field == 0 ? magnitude & 7 : (magnitude & 7) | 8;
  number.exponent = std::max(field, 1) - 7 - 3;
  return pack(kHalf, number, Rounding::NearestEven);
}

// cvt.rs, by the manual: of the value and the random bits, whose highest is worth half of the
// result's last place, the sum, cut off there.
struct StochasticFormat {
  ScalarType type;
  unsigned count, stride; // values in the result and bits from one to the next
  int precision, bias;
  std::uint64_t largest, beyond, nan;
  unsigned width;               // of a value
  unsigned random;              // bits for each
  std::array<unsigned, 4> from; // where those of a value begin, the lowest value first
};
constexpr StochasticFormat kStochastic[] = {
    {ScalarType::F16x2, 2, 16, 11, 15, 0x7bff, 0x7c00, 0x7fff, 16, 13, {0, 16}},
    {ScalarType::Bf16x2, 2, 16, 8, 127, 0x7f7f, 0x7f80, 0x7fff, 16, 16, {0, 16}},
    {ScalarType::E4m3x4, 4, 8, 4, 7, 0x7e, 0x7e, 0x7f, 8, 8, {0, 8, 16, 24}},
    {ScalarType::E5m2x4, 4, 8, 3, 15, 0x7b, 0x7b, 0x7f, 8, 8, {0, 8, 16, 24}},
    {ScalarType::E2m3x4, 4, 8, 4, 1, 0x1f, 0x1f, 0x1f, 6, 8, {0, 8, 16, 24}},
    {ScalarType::E3m2x4, 4, 8, 3, 3, 0x1f, 0x1f, 0x1f, 6, 8, {0, 8, 16, 24}},
    {ScalarType::E2m1x4, 4, 4, 2, 1, 0x7, 0x7, 0x7, 4, 8, {0, 16, 8, 24}},
};

std::uint64_t stochastic(const StochasticFormat& format, Number x, std::uint64_t random,
                         std::uint64_t beyond) {
  if (x.isNan())
    return format.nan;
  std::uint64_t sign = x.negative ? std::uint64_t{1} << (format.width - 1) : 0;
  if (x.kind == Number::Kind::Infinity)
    return sign | beyond;
  if (x.isZero())
    return sign;
  int exponent = x.exponent; // of the highest bit
  for (Bits rest = x.significand; rest > 1; rest >>= 1)
    ++exponent;
  int smallest = 1 - format.bias;
  int last = std::max(exponent, smallest) - (format.precision - 1);
  int unit = last - static_cast<int>(format.random); // of the lowest random bit
  std::uint64_t steps = 0;
  if (unit - x.exponent < 64) { // otherwise far below all of them
    int common = std::min(unit, x.exponent);
    Bits sum = (x.significand << (x.exponent - common)) + (Bits{random} << (unit - common));
    steps = static_cast<std::uint64_t>(sum >> (last - common));
  }
  std::uint64_t code = steps;
  if (exponent >= smallest)
    code += static_cast<std::uint64_t>(exponent - smallest) << (format.precision - 1);
  return sign | (code > format.largest ? beyond : code);
}

Bits stochasticPack(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  const StochasticFormat& format =
      *std::ranges::find(kStochastic, instruction.dtype, &StochasticFormat::type);
  auto random = static_cast<std::uint64_t>(sources.back());
  Bits packed = 0;
  for (unsigned i = 0; i < format.count; ++i) {
    Number x = unpack(kSingle, static_cast<std::uint64_t>(sources[format.count - 1 - i]));
    if (instruction.has(ptx::Flag::Relu) && !x.isNan() && x.negative)
      x = Number{};
    std::uint64_t bits = random >> format.from[i] & ((std::uint64_t{1} << format.random) - 1);
    std::uint64_t beyond = instruction.has(ptx::Flag::Satfinite) ? format.largest : format.beyond;
    packed |= Bits{stochastic(format, x, bits, beyond)} << (i * format.stride);
  }
  return packed;
}

Bits packedIntegers(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  ScalarType to = instruction.dtype;
  unsigned bits = ptx::bitsOf(to);
  auto part = [&](Bits value) {
    return static_cast<Bits>(
               std::clamp(valueOf(value, ScalarType::S32), lowestOf(to), highestOf(to))) &
           maskOf(bits);
  };
  Bits packed = part(sources[0]) << bits | part(sources[1]);
  if (sources.size() > 2)
    packed |= sources[2] << (2 * bits);
  return packed & maskOf(32);
}

} // namespace

Outcome evaluateConvert(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  ScalarType from = instruction.atype, to = instruction.dtype;
  if (instruction.has(ptx::Flag::Pack))
    return {packedIntegers(instruction, sources)};
  if (instruction.has(ptx::Flag::Rs))
    return {stochasticPack(instruction, sources)};
  auto bits = static_cast<std::uint64_t>(sources[0]);
  if (ptx::isInteger(from) && ptx::isInteger(to)) {
    __int128 value = valueOf(sources[0], from);
    if (instruction.has(ptx::Flag::Sat))
      value = std::clamp(value, lowestOf(to), highestOf(to));
    return {static_cast<Bits>(value) & maskOf(ptx::bitsOf(to))};
  }
  if (ptx::isInteger(from)) {
    __int128 value = valueOf(sources[0], from);
    Number number = fromInteger(static_cast<Bits>(value < 0 ? -value : value), value < 0);
    const Format& format = formatOf(to);
    std::uint64_t result = pack(format, number, roundingOf(instruction));
    return {instruction.has(ptx::Flag::Sat) ? saturated(format, result) : result};
  }
  if (from == ScalarType::E4m3x2 || from == ScalarType::E5m2x2) {
    Bits packed = 0;
    for (unsigned lane = 0; lane < 2; ++lane) {
      std::uint64_t half = fromEightBits(from, bits >> (8 * lane) & 0xff);
      if (instruction.has(ptx::Flag::Relu) && !isNan(kHalf, half) && (half & kHalf.sign()))
        half = 0;
      packed |= Bits{half} << (16 * lane);
    }
    return {packed};
  }
  if (to == ScalarType::E4m3x2 || to == ScalarType::E5m2x2) {
    bool fromHalves = from == ScalarType::F16x2;
    Number high = fromHalves ? unpack(kHalf, bits >> 16 & 0xffff) : unpack(kSingle, bits);
    Number low = fromHalves ? unpack(kHalf, bits & 0xffff)
                            : unpack(kSingle, static_cast<std::uint64_t>(sources[1]));
    return {toEightBits(instruction, to, high) << 8 | toEightBits(instruction, to, low)};
  }
  bool ftz = instruction.has(ptx::Flag::Ftz);
  if (ftz && ((from == ScalarType::F32 && to != ScalarType::F16) ||
              (isSmallFloat(from) && ptx::isInteger(to))))
    bits = flushed(formatOf(from), bits);
  if (ptx::isInteger(to))
    return {floatToInteger(instruction, bits)};
  if (to == ScalarType::Tf32)
    return {toTf32(instruction, bits)};
  if (to == ScalarType::F16x2 || to == ScalarType::Bf16x2) {
    ScalarType lane = to == ScalarType::F16x2 ? ScalarType::F16 : ScalarType::Bf16;
    auto second = static_cast<std::uint64_t>(sources[1]);
    return {floatToFloat(instruction, from, lane, bits) << 16 |
            floatToFloat(instruction, from, lane, second)};
  }
  std::uint64_t result = floatToFloat(instruction, from, to, bits);
  if (ftz && to == ScalarType::F32)
    result = flushed(kSingle, result);
  return {result};
}

} // namespace heddle::reference
