#include "arithmetic.h"

namespace heddle::reference {

using ptx::Opcode;
using ptx::ScalarType;

const Format& formatOf(ScalarType type) {
  switch (type) {
  case ScalarType::F16:
  case ScalarType::F16x2:
    return kHalf;
  case ScalarType::Bf16:
  case ScalarType::Bf16x2:
    return kBrain;
  case ScalarType::F32:
    return kSingle;
  case ScalarType::F64:
    return kDouble;
  default:
    throw Undefined("not a floating-point type: ." + std::string(ptx::typeInfo(type).name));
  }
}

Rounding roundingOf(const ptx::Instruction& instruction) {
  if (instruction.has(ptx::Flag::Rna))
    return Rounding::NearestAway;
  if (auto integral = instruction.modifier<ptx::IntegerRounding>())
    switch (*integral) {
    case ptx::IntegerRounding::Rni:
      return Rounding::NearestEven;
    case ptx::IntegerRounding::Rzi:
      return Rounding::Zero;
    case ptx::IntegerRounding::Rmi:
      return Rounding::Down;
    case ptx::IntegerRounding::Rpi:
      return Rounding::Up;
    }
  switch (instruction.modifier<ptx::Rounding>().value_or(ptx::Rounding::Rn)) {
  case ptx::Rounding::Rn:
    return Rounding::NearestEven;
  case ptx::Rounding::Rz:
    return Rounding::Zero;
  case ptx::Rounding::Rm:
    return Rounding::Down;
  case ptx::Rounding::Rp:
    return Rounding::Up;
  }
  __builtin_unreachable();
}

namespace {

// The smaller or larger; a number wins over NaN unless .NaN is given; -0 is smaller than +0.
std::uint64_t extreme(const ptx::Instruction& instruction, const Format& format, std::uint64_t a,
                      std::uint64_t b) {
  bool isMin = instruction.opcode() == Opcode::Min;
  std::uint64_t sign = 0;
  if (instruction.has(ptx::Flag::XorsignAbs)) {
    sign = (a ^ b) & format.sign();
    a &= ~format.sign();
    b &= ~format.sign();
  }
  bool aNan = isNan(format, a), bNan = isNan(format, b);
  if ((aNan && bNan) || ((aNan || bNan) && instruction.has(ptx::Flag::Nan)))
    return format.nan;
  if (aNan || bNan)
    return (aNan ? b : a) | sign;
  Number x = unpack(format, a), y = unpack(format, b);
  int order = compare(x, y);
  if (order == 0 && x.isZero())
    order = x.negative == y.negative ? 0 : x.negative ? -1 : 1;
  return (order <= 0) == isMin ? a | sign : b | sign;
}

// With .ftz, what would be subnormal if exponents had no lower end is flushed, even where rounding
// makes it the smallest normal number: what GPUs do.
std::uint64_t packed(const ptx::Instruction& instruction, const Format& format, const Number& value,
                     Rounding rounding) {
  if (instruction.has(ptx::Flag::Ftz) && value.kind == Number::Kind::Finite) {
    constexpr int kNoEnd = -100000;
    Number smallest = fromInteger(1, false);
    smallest.exponent = 1 - format.largest;
    Number rounded = roundTo(value, format.precision, kNoEnd, rounding);
    rounded.negative = false;
    if (compare(rounded, smallest) < 0)
      return value.negative ? format.sign() : 0;
  }
  return pack(format, value, rounding);
}

// What a NaN among the operands of an operation that knows no number beside it gives: the one NaN
// of the format, or for doubles that of an operand, quiet: the last, but of a quotient the
// dividend's and of a product and sum that of the second factor.
std::uint64_t nanResult(const ptx::Instruction& instruction, const Format& format,
                        std::span<const std::uint64_t> s) {
  if (format.width != 64)
    return format.nan;
  std::uint64_t result = format.nan;
  for (std::uint64_t operand : s)
    if (isNan(format, operand)) {
      result = quiet(format, operand);
      if (instruction.opcode() == Opcode::Div)
        break;
    }
  if (s.size() == 3 && isNan(format, s[1]))
    result = quiet(format, s[1]);
  return result;
}

std::uint64_t arithmetic(const ptx::Instruction& instruction, const Format& format,
                         std::span<const std::uint64_t> s) {
  bool isExtreme = instruction.opcode() == Opcode::Min || instruction.opcode() == Opcode::Max;
  bool allNan = true, anyNan = false;
  for (std::uint64_t operand : s) {
    allNan &= isNan(format, operand);
    anyNan |= isNan(format, operand);
  }
  if (instruction.opcode() != Opcode::Copysign && (isExtreme ? allNan : anyNan))
    return nanResult(instruction, format, s);
  Rounding rounding = roundingOf(instruction);
  auto number = [&](std::size_t i) { return unpack(format, s[i]); };
  auto packed = [&](const Number& value) {
    return reference::packed(instruction, format, value, rounding);
  };
  switch (instruction.opcode()) {
  case Opcode::Add:
    return packed(add(number(0), number(1), rounding));
  case Opcode::Sub:
    return packed(add(number(0), negate(number(1)), rounding));
  case Opcode::Mul:
    return packed(multiply(number(0), number(1)));
  case Opcode::Mad:
  case Opcode::Fma:
    return packed(add(multiply(number(0), number(1)), number(2), rounding));
  case Opcode::Div:
    return packed(divide(number(0), number(1)));
  case Opcode::Rcp:
    return packed(divide(fromInteger(1, false), number(0)));
  case Opcode::Sqrt:
    return packed(squareRoot(number(0)));
  case Opcode::Abs:
    return s[0] & ~format.sign();
  case Opcode::Neg:
    return s[0] ^ format.sign();
  case Opcode::Copysign:
    return (s[0] & format.sign()) | (s[1] & ~format.sign());
  case Opcode::Min:
  case Opcode::Max: {
    std::uint64_t result = extreme(instruction, format, s[0], s[1]);
    return s.size() > 2 ? extreme(instruction, format, result, s[2]) : result;
  }
  default:
    notKnown(instruction);
  }
}

std::uint64_t oneLane(const ptx::Instruction& instruction, const Format& format,
                      std::span<const Bits> sources) {
  bool ftz = instruction.has(ptx::Flag::Ftz);
  std::uint64_t inputs[4];
  for (std::size_t i = 0; i < sources.size(); ++i) {
    inputs[i] = static_cast<std::uint64_t>(sources[i]);
    if (ftz)
      inputs[i] = flushed(format, inputs[i]);
  }
  // A factor that stands for an element out of bounds.
  if (instruction.has(ptx::Flag::Oob) &&
      ((inputs[0] & 0x7fff) == 0x7ff7 || (inputs[1] & 0x7fff) == 0x7ff7))
    return 0;
  std::uint64_t result = arithmetic(instruction, format, {inputs, sources.size()});
  if (ftz)
    result = flushed(format, result);
  if (instruction.has(ptx::Flag::Sat)) {
    std::uint64_t one = pack(format, fromInteger(1, false), Rounding::NearestEven);
    if (isNan(format, result) || (result & format.sign()))
      return 0;
    return compare(unpack(format, result), fromInteger(1, false)) > 0 ? one : result;
  }
  if (instruction.has(ptx::Flag::Relu) && !isNan(format, result) && (result & format.sign()))
    return 0;
  return result;
}

bool hasProperty(const ptx::Instruction& instruction, std::uint64_t bits) {
  const Format& format = formatOf(instruction.type);
  std::uint64_t magnitude = bits & (format.sign() - 1);
  switch (instruction.required<ptx::TestProperty>()) {
  case ptx::TestProperty::Finite:
    return magnitude < format.infinity();
  case ptx::TestProperty::Infinite:
    return magnitude == format.infinity();
  case ptx::TestProperty::Number:
    return magnitude <= format.infinity();
  case ptx::TestProperty::Notanumber:
    return magnitude > format.infinity();
  case ptx::TestProperty::Subnormal:
    return isSubnormal(format, bits);
  case ptx::TestProperty::Normal: // zero is normal
    return magnitude < format.infinity() && !isSubnormal(format, bits);
  }
  __builtin_unreachable();
}

} // namespace

Outcome evaluateFloat(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  if (instruction.opcode() == Opcode::Testp)
    return {hasProperty(instruction, static_cast<std::uint64_t>(sources[0]))};
  ScalarType type = instruction.type;
  if (instruction.modifier<ptx::Accuracy>() || type == ScalarType::F32x2 ||
      instruction.atype != ScalarType::None)
    notKnown(instruction);
  const Format& format = formatOf(type);
  if (ptx::typeInfo(type).kind != ptx::TypeKind::PackedFloat)
    return {oneLane(instruction, format, sources)};
  Bits packed = 0;
  for (unsigned lane = 0; lane < 2; ++lane) {
    Bits parts[4];
    for (std::size_t i = 0; i < sources.size(); ++i)
      parts[i] = sources[i] >> (16 * lane) & 0xffff;
    packed |= Bits{oneLane(instruction, format, {parts, sources.size()})} << (16 * lane);
  }
  return {packed};
}

} // namespace heddle::reference
