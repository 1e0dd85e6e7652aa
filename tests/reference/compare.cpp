#include "arithmetic.h"

namespace heddle::reference {

using ptx::Opcode;
using ptx::ScalarType;

namespace {

std::string_view comparisonOf(const ptx::Instruction& instruction) {
  for (std::string_view item : {"cmpbits", "cmpint", "cmpunsigned", "cmpfloat"})
    if (std::string_view text = instruction.modifier(item); !text.empty())
      return text;
  notKnown(instruction);
}

bool ordered(std::string_view comparison, int order) {
  std::string_view name = comparison.substr(0, 2);
  if (name == "eq")
    return order == 0;
  if (name == "ne")
    return order != 0;
  if (name == "lt" || name == "lo")
    return order < 0;
  if (name == "le" || name == "ls")
    return order <= 0;
  if (name == "gt" || name == "hi")
    return order > 0;
  return order >= 0;
}

bool compareFloats(const ptx::Instruction& instruction, const Format& format, Bits left,
                   Bits right) {
  std::string_view comparison = comparisonOf(instruction);
  auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
  if (instruction.has("ftz")) {
    a = flushed(format, a);
    b = flushed(format, b);
  }
  bool unordered = isNan(format, a) || isNan(format, b);
  if (comparison == "num" || comparison == "nan")
    return unordered == (comparison == "nan");
  if (unordered)
    return comparison.size() == 3; // equ, neu, ltu …
  return ordered(comparison, compare(unpack(format, a), unpack(format, b)));
}

bool compareIntegers(const ptx::Instruction& instruction, Bits left, Bits right) {
  std::string_view comparison = comparisonOf(instruction);
  bool asUnsigned =
      comparison == "lo" || comparison == "ls" || comparison == "hi" || comparison == "hs";
  ScalarType type = instruction.type;
  if (asUnsigned)
    type = ptx::unsignedType(ptx::bitsOf(type));
  __int128 a = valueOf(left, type), b = valueOf(right, type);
  return ordered(comparison, a < b ? -1 : a > b ? 1 : 0);
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
      if (instruction.has("ftz"))
        c = flushed(kSingle, c);
      // -0 counts as zero; NaN chooses the second.
      first = !isNan(kSingle, c) && compare(unpack(kSingle, c), Number{}) >= 0;
    }
    return {first ? sources[0] : sources[1]};
  }
  auto combined = [&](bool condition) {
    std::string_view op = instruction.modifier("bool");
    if (op.empty())
      return condition;
    bool other = sources[2] != 0;
    return op == "and" ? condition && other : op == "or" ? condition || other : condition != other;
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
