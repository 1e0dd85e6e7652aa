#include "ptx/operand_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::ptx {

using Kind = Operand::Kind;

bool agrees(ScalarType have, ScalarType want) {
  const TypeInfo &h = typeInfo(have), &w = typeInfo(want);
  if (h.bits != w.bits)
    return false;
  if (h.kind == w.kind)
    return true;
  if (h.kind == TypeKind::Predicate || w.kind == TypeKind::Predicate)
    return false;
  bool hasFloat = h.kind == TypeKind::Float || w.kind == TypeKind::Float;
  bool hasBits = h.kind == TypeKind::Bits || w.kind == TypeKind::Bits;
  return !hasFloat || hasBits;
}

namespace {

// As agrees(), for instructions that take registers wider than the data.
bool agreesOrIsWider(ScalarType have, ScalarType want) {
  const TypeInfo &h = typeInfo(have), &w = typeInfo(want);
  if (h.bits == w.bits)
    return agrees(have, want) || (h.kind != TypeKind::Predicate && w.kind == TypeKind::Bits);
  if (h.bits < w.bits || h.kind == TypeKind::Predicate || h.kind == TypeKind::Float)
    return false;
  return w.kind != TypeKind::Float || h.kind == TypeKind::Bits;
}

bool isGridIndex(std::string_view name) {
  return name == "%tid" || name == "%ntid" || name == "%ctaid" || name == "%nctaid";
}

} // namespace

std::string OperandCheck::check(Location& place) {
  std::size_t at = 0;
  place = raw_.location;
  for (const OperandSpec& spec : instruction_.form->operands) {
    if (spec.kind == OperandSpec::Kind::Any)
      return checkConstants(place);
    // The cache policy is there if and only if .L2::cache_hint is.
    bool isPolicy = spec.optional && spec.type == ScalarType::B64;
    if (isPolicy && !instruction_.has(Flag::CacheHint))
      continue;
    if (at == raw_.operands.size()) {
      if (spec.optional && !isPolicy)
        continue;
      place = raw_.location;
      return "too few operands";
    }
    place = raw_.operands[at].location;
    if (std::string reason = checkOne(spec, raw_.operands[at]); !reason.empty())
      return reason;
    if (raw_.pairs[at]) {
      ++at;
      if (spec.pairedPredicate)
        place = raw_.operands[at].location;
      if (std::string reason = checkPairedPredicate(spec, raw_.operands[at]); !reason.empty())
        return reason;
    }
    ++at;
  }
  place = raw_.location;
  return at == raw_.operands.size() ? checkConstants(place) : "too many operands";
}

std::string OperandCheck::checkPairedPredicate(const OperandSpec& spec, const Operand& operand) {
  if (!spec.pairedPredicate)
    return "unexpected '|'";
  bool isPredicate = operand.kind == Kind::Register && registerType(operand) == ScalarType::Pred;
  if (operand.kind != Kind::Sink && !isPredicate)
    return "a predicate register is expected after '|'";
  instruction_.paired = true;
  return {};
}

ScalarType OperandCheck::typeOf(const OperandSpec& spec) const {
  switch (spec.typeName) {
  case 0:
    return spec.type;
  case 'T':
    return instruction_.type;
  case 'D':
    return instruction_.dtype;
  case 'A':
    return instruction_.atype;
  case 'B':
    return instruction_.btype;
  default:
    return widened(instruction_.type);
  }
}

bool OperandCheck::allowsWiderRegisters() const {
  Family family = instruction_.form->family;
  return family == Family::Memory || family == Family::Convert || family == Family::Texture;
}

// Whether `_` may stand in place of the destination.
bool OperandCheck::allowsUnusedResult() const {
  Family family = instruction_.form->family;
  return family == Family::Atomic || family == Family::Memory || family == Family::Mbarrier ||
         raw_.pairs[0];
}

std::string OperandCheck::checkOne(const OperandSpec& spec, const Operand& operand) const {
  switch (spec.kind) {
  case OperandSpec::Kind::Value:
    return checkValue(typeOf(spec), spec.destination, operand);
  case OperandSpec::Kind::Vector:
    return checkVector(typeOf(spec), spec.destination, operand);
  case OperandSpec::Kind::Move:
    return checkMove(typeOf(spec), spec.destination, operand);
  case OperandSpec::Kind::Fragment:
    return checkFragment(spec.destination, operand);
  case OperandSpec::Kind::Address:
    return operand.kind == Kind::Address ? checkAddress(operand) : "an address is expected";
  case OperandSpec::Kind::Constant:
    return operand.kind == Kind::Integer ? std::string() : "an integer constant is expected";
  case OperandSpec::Kind::Label:
    return operand.kind == Kind::Label ? std::string() : "a label is expected";
  case OperandSpec::Kind::Name:
    return operand.kind == Kind::Table || operand.kind == Kind::Label ? std::string()
                                                                      : "a table name is expected";
  case OperandSpec::Kind::Resource:
    if (operand.kind != Kind::Address || operand.value != 0)
      return "a texture, sampler, surface or its handle in brackets is expected";
    return checkResource(operand.elements[0]);
  case OperandSpec::Kind::Coordinates:
    return checkCoordinates(operand);
  case OperandSpec::Kind::Gradient:
    return checkGradient(operand);
  case OperandSpec::Kind::OffsetOrDepth:
    return checkOffsetOrDepth(operand);
  case OperandSpec::Kind::Quad:
    return checkList(typeOf(spec), 4, operand);
  case OperandSpec::Kind::Selector:
    return checkList(ScalarType::U16, 2, operand);
  case OperandSpec::Kind::TensorCoordinates:
    return checkTensorCoordinates(operand);
  case OperandSpec::Kind::Im2colOffsets:
    return checkList(ScalarType::U16, tensorRank() - 2, operand);
  case OperandSpec::Kind::Sink:
    return operand.kind == Kind::Sink ? std::string() : "'_' is expected";
  case OperandSpec::Kind::Any:
    break; // check() has ended before
  }
  return {};
}

std::string OperandCheck::checkAddress(const Operand& operand) const {
  const Operand& base = operand.elements[0];
  if (base.kind == Kind::Vector)
    return "not an address";
  if (base.kind != Kind::Register)
    return {};
  ScalarType type = registerType(base);
  if (!isInteger(type) || (bitsOf(type) != 32 && bitsOf(type) != 64))
    return "an address register must be an integer of 32 or 64 bits";
  return {};
}

std::string OperandCheck::checkRegister(ScalarType want, const Operand& operand) const {
  ScalarType have = registerType(operand);
  if (!operand.selector.empty())
    return fmt::format("unexpected '.{}'", operand.selector);
  if (operand.negated && want != ScalarType::Pred)
    return "only predicates can be negated";
  if (allowsWiderRegisters() ? agreesOrIsWider(have, want) : agrees(have, want))
    return {};
  return fmt::format("register of type .{} where .{} is expected", typeInfo(have).name,
                     typeInfo(want).name);
}

std::string OperandCheck::checkSpecialRegister(ScalarType want, const Operand& operand) const {
  const SpecialRegisterInfo& info = specialRegister(operand.index);
  if (want == ScalarType::Pred || info.type == ScalarType::Pred)
    return want == info.type ? std::string() : "predicate mismatch";
  // Before PTX 2.0, special registers could stand in any instruction, and %tid and its like had 16
  // bits.
  if (unit_.version < 20)
    return {};
  if (instruction_.form->family != Family::Move && instruction_.form->family != Family::Convert)
    return "a special register is not allowed here";
  if (!isInteger(want))
    return "special register where a float is expected";
  bool fits = bitsOf(want) == bitsOf(info.type) || info.name == "%gridid" ||
              (bitsOf(want) == 16 && isGridIndex(info.name));
  return fits ? std::string()
              : fmt::format("special register of type .{} where .{} is expected",
                            typeInfo(info.type).name, typeInfo(want).name);
}

std::string OperandCheck::checkValue(ScalarType want, bool destination,
                                     const Operand& operand) const {
  switch (operand.kind) {
  case Kind::Register:
    return checkRegister(want, operand);
  case Kind::Sink:
    return destination && allowsUnusedResult() ? std::string() : "'_' is not allowed here";
  case Kind::SpecialRegister:
    return destination ? "a special register cannot be written"
                       : checkSpecialRegister(want, operand);
  case Kind::Integer:
    if (destination)
      return "a constant cannot be written";
    if (isFloat(want) && bitsOf(want) > 16)
      return fmt::format("integer constant where .{} is expected", typeInfo(want).name);
    return {};
  case Kind::Float:
    if (destination)
      return "a constant cannot be written";
    if (isFloat(want) ||
        (typeInfo(want).kind == TypeKind::Bits && (bitsOf(want) == 32 || bitsOf(want) == 64)))
      return {};
    return fmt::format("floating-point constant where .{} is expected", typeInfo(want).name);
  case Kind::Local:
  case Kind::Symbol:
    if (destination)
      return "a name cannot be written";
    if (!isInteger(want) || bitsOf(want) < 32)
      return "address where a value is expected";
    return {};
  case Kind::Label: // a name that is not declared is taken for a label
    return "unknown name";
  case Kind::Table:
  case Kind::Address:
  case Kind::Vector:
  case Kind::List:
    break;
  }
  return "unexpected kind of operand";
}

std::string OperandCheck::checkVector(ScalarType want, bool destination,
                                      const Operand& operand) const {
  if (!instruction_.modifier<VectorSize>()) {
    if (operand.kind != Kind::Vector)
      return checkValue(want, destination, operand);
    if (operand.elements.size() == 1)
      return checkValue(want, destination, operand.elements[0]);
    return "vector operand without a vector modifier";
  }
  if (operand.kind != Kind::Vector)
    return "a vector operand is expected";
  unsigned width = instruction_.vectorWidth();
  if (operand.elements.size() != width)
    return fmt::format("a vector of {} elements is expected", width);
  for (const Operand& element : operand.elements) {
    if (destination && element.kind == Kind::Sink)
      continue;
    if (std::string reason = checkValue(want, destination, element); !reason.empty())
      return reason;
  }
  return {};
}

// How many registers the shape wants is known to the lowering, which checks it.
std::string OperandCheck::checkFragment(bool destination, const Operand& operand) const {
  auto fits = [&](const Operand& element) {
    if (element.kind == Kind::Register)
      return bitsOf(registerType(element)) >= 32 && bitsOf(registerType(element)) <= 64;
    return !destination && (element.kind == Kind::Integer || element.kind == Kind::Float);
  };
  bool valid =
      operand.kind == Kind::Vector ? std::ranges::all_of(operand.elements, fits) : fits(operand);
  return valid ? std::string() : "a list of 32- or 64-bit registers is expected";
}

std::string OperandCheck::checkMove(ScalarType want, bool destination,
                                    const Operand& operand) const {
  if (operand.kind != Kind::Vector) {
    // mov may change between float and integer types of one width.
    if (operand.kind == Kind::Register && operand.selector.empty() && !operand.negated &&
        bitsOf(registerType(operand)) == bitsOf(want) && bitsOf(want) > 1 &&
        typeInfo(want).kind == TypeKind::Bits)
      return {};
    return checkValue(want, destination, operand);
  }
  if (instruction_.form->family != Family::Move)
    return "unexpected vector operand";
  std::size_t count = operand.elements.size();
  unsigned bits = bitsOf(want) / static_cast<unsigned>(count);
  if (bits * count != bitsOf(want) || bits < 8)
    return "vector does not fit the type";
  for (const Operand& element : operand.elements)
    if (std::string reason = checkMoveElement(bits, destination, element); !reason.empty())
      return reason;
  return {};
}

std::string OperandCheck::checkMoveElement(unsigned bits, bool destination,
                                           const Operand& element) const {
  if (element.kind == Kind::Sink && destination)
    return {};
  if (element.kind == Kind::Register) {
    if (bitsOf(registerType(element)) == bits)
      return {};
    return fmt::format("vector element of type .{} where {} bits are expected",
                       typeInfo(registerType(element)).name, bits);
  }
  bool isValue = element.kind == Kind::Integer || element.kind == Kind::Float ||
                 element.kind == Kind::SpecialRegister;
  return !destination && isValue ? std::string() : "unexpected vector element";
}

std::string OperandCheck::checkList(ScalarType want, std::size_t count,
                                    const Operand& operand) const {
  if (operand.kind != Kind::Vector || operand.elements.size() != count)
    return fmt::format("{} values in braces are expected", count);
  for (const Operand& element : operand.elements)
    if (std::string reason = checkValue(want, false, element); !reason.empty())
      return reason;
  return {};
}

} // namespace heddle::ptx
