// Matches instructions to the instruction table: modifiers, versions, operand count and types.
#include "ptx/parser.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

using Kind = Operand::Kind;

std::string fullNameOf(const RawInstruction& raw) {
  std::string name(raw.name);
  for (std::string_view modifier : raw.modifiers)
    name.append(".").append(modifier);
  return name;
}

// What is wrong with the modifiers when no form takes them.
[[noreturn]] void failModifiers(const RawInstruction& raw) {
  std::span<const Form> forms = formsOf(raw.name);
  for (std::string_view modifier : raw.modifiers) {
    bool known = std::ranges::any_of(forms, [&](const Form& form) {
      return std::ranges::any_of(form.modifiers, [&](const ModifierItem& item) {
        return item.any || std::ranges::any_of(item.choices, [&](std::string_view choice) {
                 return choice == modifier || choice.starts_with(std::string(modifier) + ".") ||
                        choice.ends_with("." + std::string(modifier));
               });
      });
    });
    if (known)
      continue;
    if (typeByName(modifier))
      throw SyntaxError{raw.location,
                        fmt::format("Unexpected instruction types specified for '{}': '.{}'",
                                    raw.name, modifier)};
    throw SyntaxError{raw.location, fmt::format("Illegal modifier '.{}' for instruction '{}'",
                                                modifier, raw.name)};
  }
  bool hasType =
      std::ranges::any_of(raw.modifiers, [](auto m) { return typeByName(m).has_value(); });
  if (!hasType)
    throw SyntaxError{
        raw.location,
        fmt::format("Incomplete instruction '{}': a type or modifier is missing", fullNameOf(raw))};
  throw SyntaxError{raw.location,
                    fmt::format("Illegal combination of modifiers in '{}'", fullNameOf(raw))};
}

// Whether a register of type `have` may stand where the instruction wants `want`.
bool agrees(ScalarType have, ScalarType want) {
  const TypeInfo &h = typeInfo(have), &w = typeInfo(want);
  if (h.bits != w.bits)
    return false;
  if (h.kind == w.kind)
    return h.kind != TypeKind::Float || have == want || bitsOf(have) == 32 || bitsOf(have) == 16;
  if (h.kind == TypeKind::Predicate || w.kind == TypeKind::Predicate)
    return false;
  bool hasFloat = h.kind == TypeKind::Float || w.kind == TypeKind::Float;
  bool hasBits = h.kind == TypeKind::Bits || w.kind == TypeKind::Bits;
  bool packed = h.kind == TypeKind::PackedFloat || w.kind == TypeKind::PackedFloat ||
                h.kind == TypeKind::PackedInteger || w.kind == TypeKind::PackedInteger;
  // Packed values live in any 32-bit register but a float's.
  if (packed)
    return !hasFloat || hasBits;
  return !hasFloat || hasBits;
}

// ld, st and cvt take registers wider than the data.
bool agreesRelaxed(ScalarType have, ScalarType want) {
  const TypeInfo &h = typeInfo(have), &w = typeInfo(want);
  if (h.bits == w.bits)
    return agrees(have, want) || (h.kind != TypeKind::Predicate && w.kind == TypeKind::Bits);
  if (h.bits < w.bits || h.kind == TypeKind::Predicate || h.kind == TypeKind::Float)
    return false;
  return w.kind != TypeKind::Float || h.kind == TypeKind::Bits;
}

class OperandCheck {
public:
  OperandCheck(const Function& function, const RawInstruction& raw, Instruction& instruction)
      : function_(function), raw_(raw), instruction_(instruction) {}

  // Empty when the operands fit; otherwise the reason.
  std::string check(Location& place) {
    const Form& form = *instruction_.form;
    std::size_t at = 0;
    place = raw_.location;
    for (const OperandSpec& spec : form.operands) {
      if (spec.kind == OperandSpec::Kind::Any)
        return {};
      if (at == raw_.operands.size()) {
        if (spec.optional)
          continue;
        place = raw_.location;
        return "too few operands";
      }
      place = raw_.operands[at].location;
      std::string reason = checkOne(spec, raw_.operands[at]);
      if (!reason.empty())
        return reason;
      if (raw_.pairs[at]) {
        if (!spec.pairedPredicate)
          return "unexpected '|'";
        ++at;
        place = raw_.operands[at].location;
        const Operand& second = raw_.operands[at];
        if (second.kind != Kind::Sink &&
            (second.kind != Kind::Register || registerType(second) != ScalarType::Pred))
          return "a predicate register is expected after '|'";
        instruction_.paired = true;
      }
      ++at;
    }
    place = raw_.location;
    return at == raw_.operands.size() ? std::string() : "too many operands";
  }

private:
  ScalarType registerType(const Operand& operand) const {
    return function_.registers[operand.index].type;
  }

  ScalarType typeOf(const OperandSpec& spec) const {
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

  bool relaxed() const {
    Family family = instruction_.form->family;
    return family == Family::Memory || family == Family::Convert;
  }

  std::string checkOne(const OperandSpec& spec, const Operand& operand) const {
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
      if (operand.kind != Kind::Address)
        return "an address is expected";
      return checkAddress(operand);
    case OperandSpec::Kind::Constant:
      return operand.kind == Kind::Integer ? std::string() : "an integer constant is expected";
    case OperandSpec::Kind::Label:
      return operand.kind == Kind::Label ? std::string() : "a label is expected";
    case OperandSpec::Kind::Name:
      return operand.kind == Kind::Table || operand.kind == Kind::Label
                 ? std::string()
                 : "a table name is expected";
    case OperandSpec::Kind::Any:
      break;
    }
    return {};
  }

  std::string checkAddress(const Operand& operand) const {
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

  std::string checkValue(ScalarType want, bool destination, const Operand& operand) const {
    switch (operand.kind) {
    case Kind::Register: {
      ScalarType have = registerType(operand);
      if (!operand.selector.empty())
        return fmt::format("unexpected '.{}'", operand.selector);
      if (operand.negated && want != ScalarType::Pred)
        return "only predicates can be negated";
      if (relaxed() ? agreesRelaxed(have, want) : agrees(have, want))
        return {};
      return fmt::format("register of type .{} where .{} is expected", typeInfo(have).name,
                         typeInfo(want).name);
    }
    case Kind::Sink:
      if (destination && (instruction_.form->family == Family::Atomic || raw_.pairs[0] ||
                          instruction_.form->family == Family::Memory ||
                          instruction_.form->family == Family::Mbarrier ||
                          instruction_.form->family == Family::Warp))
        return {};
      return "'_' is not allowed here";
    case Kind::SpecialRegister: {
      if (destination)
        return "a special register cannot be written";
      ScalarType have = specialRegister(operand.index).type;
      // %clock64 and its like may be read as 32 bits, %laneid and its like as 16.
      if (want == ScalarType::Pred || have == ScalarType::Pred)
        return want == have ? std::string() : "predicate mismatch";
      return isFloat(want) ? "special register where a float is expected" : std::string();
    }
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
    case Kind::Label:
      return "unknown name";
    default:
      return "unexpected kind of operand";
    }
  }

  std::string checkVector(ScalarType want, bool destination, const Operand& operand) const {
    std::string_view vec = instruction_.modifier("vec");
    if (vec.empty()) {
      if (operand.kind == Kind::Vector) {
        if (operand.elements.size() == 1)
          return checkValue(want, destination, operand.elements[0]);
        return "vector operand without a vector modifier";
      }
      return checkValue(want, destination, operand);
    }
    if (operand.kind != Kind::Vector)
      return "a vector operand is expected";
    if (operand.elements.size() != static_cast<std::size_t>(vec[1] - '0'))
      return fmt::format("a vector of {} elements is expected", vec.substr(1));
    for (const Operand& element : operand.elements) {
      if (destination && element.kind == Kind::Sink)
        continue;
      if (std::string reason = checkValue(want, destination, element); !reason.empty())
        return reason;
    }
    return {};
  }

  // The lowering knows how many registers the shape wants.
  std::string checkFragment(bool destination, const Operand& operand) const {
    auto fits = [&](const Operand& element) {
      if (element.kind == Kind::Register)
        return bitsOf(registerType(element)) >= 32 && bitsOf(registerType(element)) <= 64;
      return !destination && (element.kind == Kind::Integer || element.kind == Kind::Float);
    };
    bool valid =
        operand.kind == Kind::Vector ? std::ranges::all_of(operand.elements, fits) : fits(operand);
    return valid ? std::string() : "a list of 32- or 64-bit registers is expected";
  }

  std::string checkMove(ScalarType want, bool destination, const Operand& operand) const {
    if (operand.kind != Kind::Vector) {
      if (!destination && operand.kind == Kind::Label)
        return "unknown name";
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
    for (const Operand& element : operand.elements) {
      if (element.kind == Kind::Sink && destination)
        continue;
      if (element.kind == Kind::Register) {
        if (bitsOf(registerType(element)) != bits)
          return fmt::format("vector element of type .{} where {} bits are expected",
                             typeInfo(registerType(element)).name, bits);
      } else if (destination || (element.kind != Kind::Integer && element.kind != Kind::Float &&
                                 element.kind != Kind::SpecialRegister)) {
        return "unexpected vector element";
      }
    }
    return {};
  }

  const Function& function_;
  const RawInstruction& raw_;
  Instruction& instruction_;
};

void checkAge(const Unit& unit, const RawInstruction& raw, const std::string& what,
              unsigned version, unsigned target) {
  if (version > unit.version)
    throw SyntaxError{raw.location,
                      fmt::format("Instruction '{}' requires PTX ISA .version {}.{} or later", what,
                                  version / 10, version % 10)};
  if (target > unit.target)
    throw SyntaxError{raw.location, fmt::format("Instruction '{}' requires .target sm_{} or higher",
                                                what, target)};
}

void setTypes(Instruction& instruction) {
  instruction.type = instruction.dtype = instruction.atype = instruction.btype = ScalarType::None;
  for (const MatchedModifier& modifier : instruction.modifiers) {
    if (modifier.item.size() != 1)
      continue;
    auto type = typeByName(modifier.text);
    if (!type)
      continue;
    switch (modifier.item[0]) {
    case 'T':
      instruction.type = *type;
      break;
    case 'D':
      instruction.dtype = *type;
      break;
    case 'A':
      instruction.atype = *type;
      break;
    case 'B':
      instruction.btype = *type;
      break;
    default:
      break;
    }
  }
  if (instruction.type == ScalarType::None)
    instruction.type = instruction.dtype;
}

} // namespace

std::string Instruction::fullName() const {
  std::string name(nameOf(form->opcode));
  for (const MatchedModifier& modifier : modifiers)
    name.append(".").append(modifier.text);
  return name;
}

Instruction checkInstruction(const Unit& unit, const Function& function, RawInstruction raw) {
  Instruction instruction;
  instruction.location = raw.location;
  const Form* best = nullptr;
  std::string reason;
  Location place;
  for (const Form& form : formsOf(raw.name)) {
    if (form.lastVersion != 0 && unit.version > form.lastVersion)
      continue;
    if (!matchModifiers(form, raw.modifiers, instruction.modifiers))
      continue;
    instruction.form = &form;
    instruction.paired = false;
    setTypes(instruction);
    Location where;
    std::string problem = OperandCheck(function, raw, instruction).check(where);
    if (problem.empty()) {
      best = &form;
      break;
    }
    if (reason.empty()) {
      reason = std::move(problem);
      place = where;
    }
  }
  if (best == nullptr) {
    if (reason.empty())
      failModifiers(raw);
    throw SyntaxError{
        place, fmt::format("Arguments mismatch for instruction '{}': {}", fullNameOf(raw), reason)};
  }
  checkAge(unit, raw, fullNameOf(raw), best->version, best->target);
  for (const MatchedModifier& modifier : instruction.modifiers)
    if (const LaterModifier* later = laterModifier(modifier.text))
      checkAge(unit, raw, fmt::format("{}' with '.{}", raw.name, modifier.text), later->version,
               later->target);
  instruction.operands = std::move(raw.operands);
  instruction.guard = std::move(raw.guard);
  return instruction;
}

} // namespace heddle::ptx
