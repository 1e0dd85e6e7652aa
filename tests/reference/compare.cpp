#include "arithmetic.h"

namespace heddle::reference {

using ptx::Comparison;
using ptx::Opcode;
using ptx::ScalarType;

namespace {

// Of two numbers, where `order` is that of the first to the second.
bool holds(Comparison comparison, int order) {
  switch (comparison) {
  case Comparison::Eq:
  case Comparison::Equ:
    return order == 0;
  case Comparison::Ne:
  case Comparison::Neu:
    return order != 0;
  case Comparison::Lt:
  case Comparison::Lo:
  case Comparison::Ltu:
    return order < 0;
  case Comparison::Le:
  case Comparison::Ls:
  case Comparison::Leu:
    return order <= 0;
  case Comparison::Gt:
  case Comparison::Hi:
  case Comparison::Gtu:
    return order > 0;
  case Comparison::Ge:
  case Comparison::Hs:
  case Comparison::Geu:
    return order >= 0;
  case Comparison::Num:
    return true;
  case Comparison::Nan:
    return false;
  }
  __builtin_unreachable();
}

bool holdsForNan(Comparison comparison) {
  switch (comparison) {
  case Comparison::Equ:
  case Comparison::Neu:
  case Comparison::Ltu:
  case Comparison::Leu:
  case Comparison::Gtu:
  case Comparison::Geu:
  case Comparison::Nan:
    return true;
  case Comparison::Eq:
  case Comparison::Ne:
  case Comparison::Lt:
  case Comparison::Le:
  case Comparison::Gt:
  case Comparison::Ge:
  case Comparison::Lo:
  case Comparison::Ls:
  case Comparison::Hi:
  case Comparison::Hs:
  case Comparison::Num:
    return false;
  }
  __builtin_unreachable();
}

bool compareFloats(const ptx::Instruction& instruction, const Format& format, Bits left,
                   Bits right) {
  auto comparison = instruction.required<Comparison>();
  auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
  if (instruction.has(ptx::Flag::Ftz)) {
    a = flushed(format, a);
    b = flushed(format, b);
  }
  if (isNan(format, a) || isNan(format, b))
    return holdsForNan(comparison);
  return holds(comparison, compare(unpack(format, a), unpack(format, b)));
}

bool compareIntegers(const ptx::Instruction& instruction, Bits left, Bits right) {
  auto comparison = instruction.required<Comparison>();
  bool asUnsigned = comparison == Comparison::Lo || comparison == Comparison::Ls ||
                    comparison == Comparison::Hi || comparison == Comparison::Hs;
  ScalarType type = instruction.type;
  if (asUnsigned)
    type = ptx::unsignedType(ptx::bitsOf(type));
  __int128 a = valueOf(left, type), b = valueOf(right, type);
  return holds(comparison, a < b ? -1 : a > b ? 1 : 0);
}

Bits truth(ScalarType type, bool value) {
  if (!value)
    return 0;
  if (ptx::isFloat(type))
    return pack(formatOf(type), fromInteger(1, false), Rounding::NearestEven);
  return maskOf(ptx::bitsOf(type));
}

} // namespace

Outcome evaluateCompare(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  if (instruction.opcode() == Opcode::Selp)
    return {sources[2] != 0 ? sources[0] : sources[1]};
  ScalarType type = instruction.type;
  if (instruction.opcode() == Opcode::Slct) {
    auto c = static_cast<std::uint64_t>(sources[2]);
    bool first = signedValue(c, 32) >= 0;
    if (type == ScalarType::F32) {
      if (instruction.has(ptx::Flag::Ftz))
        c = flushed(kSingle, c);
      // -0 counts as zero; NaN chooses the second.
      first = !isNan(kSingle, c) && compare(unpack(kSingle, c), Number{}) >= 0;
    }
    return {first ? sources[0] : sources[1]};
  }
  auto combined = [&](bool condition) {
    std::optional<ptx::BoolOp> op = instruction.modifier<ptx::BoolOp>();
    return op ? combine(*op, condition, sources[2] != 0) : condition;
  };
  bool isPacked = ptx::typeInfo(type).kind == ptx::TypeKind::PackedFloat;
  bool low = false, high = false;
  if (isPacked) {
    const Format& format = formatOf(type);
    low = compareFloats(instruction, format, sources[0] & 0xffff, sources[1] & 0xffff);
    high = compareFloats(instruction, format, sources[0] >> 16, sources[1] >> 16);
  } else if (ptx::isFloat(type)) {
    low = compareFloats(instruction, formatOf(type), sources[0], sources[1]);
  } else {
    low = compareIntegers(instruction, sources[0], sources[1]);
  }
  if (instruction.opcode() == Opcode::Setp)
    return {combined(low), combined(isPacked ? high : !low)};
  ScalarType d = instruction.dtype;
  if (!isPacked)
    return {truth(d, combined(low))};
  ScalarType lane = d == ScalarType::F16x2    ? ScalarType::F16
                    : d == ScalarType::Bf16x2 ? ScalarType::Bf16
                                              : ScalarType::U16;
  return {truth(lane, combined(low)) | truth(lane, combined(high)) << 16};
}

} // namespace heddle::reference
