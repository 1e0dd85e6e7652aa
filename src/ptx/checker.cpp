// Matches instructions to the instruction table: modifiers, versions, operand count and types.
#include "ptx/instruction_rules.h"
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

} // namespace

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

namespace {

// ld, st and cvt take registers wider than the data.
bool agreesRelaxed(ScalarType have, ScalarType want) {
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

class OperandCheck {
public:
  OperandCheck(const Unit& unit, const Function& function, const RawInstruction& raw,
               Instruction& instruction)
      : unit_(unit), function_(function), raw_(raw), instruction_(instruction) {}

  // Empty when the operands fit; otherwise the reason.
  std::string check(Location& place) {
    const Form& form = *instruction_.form;
    std::size_t at = 0;
    place = raw_.location;
    for (const OperandSpec& spec : form.operands) {
      if (spec.kind == OperandSpec::Kind::Any)
        return checkValues(place);
      bool isHint = spec.optional && spec.type == ScalarType::B64;
      if (isHint && !instruction_.has("L2::cache_hint"))
        continue;
      if (at == raw_.operands.size()) {
        if (spec.optional && !isHint)
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
    return at == raw_.operands.size() ? checkValues(place) : "too many operands";
  }

private:
  // Constants that an instruction takes only some of, and memory that is not to be written.
  std::string checkValues(Location& place) const {
    const std::vector<Operand>& operands = raw_.operands;
    auto isOneOf = [](std::uint64_t value, std::initializer_list<std::uint64_t> values) {
      return std::ranges::find(values, value) != values.end();
    };
    switch (instruction_.opcode()) {
    case Opcode::Bar:
    case Opcode::BarrierOp: {
      std::size_t at = instruction_.has("red") ? 1 : 0;
      if (instruction_.has("warp") || at >= operands.size() || operands[at].kind != Kind::Integer ||
          operands[at].value < 16)
        return {};
      place = operands[at].location;
      return fmt::format("Barrier number '{}' out of range, expected to be in range [0..15]",
                         operands[at].value);
    }
    case Opcode::Cp:
      if (instruction_.form->family != Family::AsyncCopy || operands.size() < 3)
        return {};
      place = operands[2].location;
      if (instruction_.has("cg") && operands[2].value != 16)
        return "16 bytes are expected";
      return isOneOf(operands[2].value, {4, 8, 16}) ? std::string()
                                                    : "4, 8 or 16 bytes are expected";
    case Opcode::Applypriority:
    case Opcode::Discard:
    case Opcode::Fence:
      if (operands.size() < 2 || operands[1].value == 128)
        return {};
      place = operands[1].location;
      return fmt::format("unexpected value '{}', expected to be 128", operands[1].value);
    case Opcode::St: {
      const Operand& base = operands[0].elements[0];
      if (!function_.isEntry || base.kind != Kind::Local)
        return {};
      place = base.location;
      for (const Parameter& parameter : function_.signature.parameters)
        if (parameter.space == StateSpace::Param && parameter.index == base.index)
          return fmt::format("Illegal to write to function input parameter '{}'", parameter.name);
      return {};
    }
    case Opcode::Cvt:
      if (!instruction_.has("rs") ||
          (operands.back().kind == Kind::Register && !isFloat(registerType(operands.back()))))
        return {};
      place = operands.back().location;
      return "a register with random bits is expected";
    case Opcode::Mma:
      return checkSelectors(place);
    case Opcode::Call:
      return callProblem(unit_, function_, operands, place);
    default:
      return {};
    }
  }

  // Of sparse and block-scaled mma: which lanes and bytes hold metadata and scales.
  std::string checkSelectors(Location& place) const {
    const std::vector<Operand>& operands = raw_.operands;
    auto limited = [&](const Operand& operand, std::uint64_t last, std::uint64_t step) {
      if (operand.kind != Kind::Integer || (operand.value <= last && operand.value % step == 0))
        return std::string();
      place = operand.location;
      return fmt::format("unexpected value '{}'", operand.value);
    };
    std::size_t scale = 4;
    if (!instruction_.modifier("sparse").empty()) {
      if (std::string reason = limited(operands[5], sparsitySelectors() - 1, 1); !reason.empty())
        return reason;
      scale = 6;
    }
    if (!instruction_.has("block_scale"))
      return {};
    std::string_view scales = instruction_.modifier("scales");
    std::uint64_t bytes =
        scales == "scale_vec::4X"                                                    ? 4
        : scales == "scale_vec::2X" || instruction_.modifier("kind") == "kind::mxf4" ? 2
                                                                                     : 1;
    for (std::size_t at : {scale + 1, scale + 3}) {
      const std::vector<Operand>& pair = operands[at].elements;
      if (std::string reason = limited(pair[0], 4 - bytes, bytes); !reason.empty())
        return reason;
      if (std::string reason = limited(pair[1], at == scale + 1 ? 1 : 3, 1); !reason.empty())
        return reason;
    }
    return {};
  }

  // Into how many parts of four lanes the metadata of a sparse A fits.
  std::uint64_t sparsitySelectors() const {
    std::string_view shape = instruction_.modifier("shape");
    unsigned depth = 0;
    for (char c : shape.substr(shape.find('k') + 1))
      depth = 10 * depth + static_cast<unsigned>(c - '0');
    std::string_view a = instruction_.modifier("A");
    bool isPaired = a == "u4" || a == "s4" || (a == "e2m1" && depth == 128);
    if (a == "f16" || a == "bf16") // ptxas takes them all, whatever the shape
      return 4;
    unsigned group = a == "tf32" ? 2 : isPaired ? 8 : 4;
    return std::max(16 * group / depth, 1U);
  }

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
    return family == Family::Memory || family == Family::Convert || family == Family::Texture;
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
    case OperandSpec::Kind::Resource:
      if (operand.kind != Kind::Address || operand.value != 0)
        return "a texture, sampler, surface or its handle in brackets is expected";
      return checkResource(operand.elements[0]);
    case OperandSpec::Kind::Coordinates:
      return checkCoordinates(operand);
    case OperandSpec::Kind::Gradient:
      return checkGradient(operand);
    case OperandSpec::Kind::Extra:
      return checkExtra(operand);
    case OperandSpec::Kind::Quad:
      return checkList(typeOf(spec), 4, operand);
    case OperandSpec::Kind::Selector:
      return checkList(ScalarType::U16, 2, operand);
    case OperandSpec::Kind::Sink:
      return operand.kind == Kind::Sink ? std::string() : "'_' is expected";
    case OperandSpec::Kind::Any:
      break;
    }
    return {};
  }

  // A variable of an opaque type, or a 64-bit handle.
  std::string checkResource(const Operand& operand) const {
    if (instruction_.has("force_unnormalized_coords") && operand.kind == Kind::Symbol) {
      const Symbol& symbol = unit_.symbols[operand.index];
      bool isSampler = symbol.kind == Symbol::Kind::Variable &&
                       unit_.variables[symbol.index]->type == ScalarType::Samplerref;
      return isSampler ? std::string() : ".samplerref expected";
    }
    if (operand.kind == Kind::Register && bitsOf(registerType(operand)) == 64 &&
        isInteger(registerType(operand)))
      return {};
    if (operand.kind == Kind::Symbol) {
      const Symbol& symbol = unit_.symbols[operand.index];
      if (symbol.kind == Symbol::Kind::Variable &&
          typeInfo(unit_.variables[symbol.index]->type).kind == TypeKind::Opaque)
        return {};
    }
    if (operand.kind == Kind::Local &&
        typeInfo(function_.variables[operand.index].type).kind == TypeKind::Opaque)
      return {};
    return "a texture, sampler, surface or its handle is expected";
  }

  // [resource, coordinates] or, with samplers of their own, [texture, sampler, coordinates].
  std::string checkCoordinates(const Operand& operand) const {
    std::size_t count = operand.elements.size();
    if (operand.kind != Kind::List || count < 2 || count > 3 || operand.value != 0)
      return "a resource and coordinates in brackets are expected";
    if (count == 3 && !unit_.independentTextures)
      return "Instruction or declaration violates .target texmode_unified setting";
    for (std::size_t i = 0; i + 1 < count; ++i)
      if (std::string reason = checkResource(operand.elements[i]); !reason.empty())
        return reason;
    std::string_view geometry = instruction_.modifier("geometry");
    std::size_t wanted = geometry == "1d" ? 1 : geometry == "2d" || geometry == "a1d" ? 2 : 4;
    const Operand& coordinates = operand.elements[count - 1];
    bool isVector = coordinates.kind == Kind::Vector;
    if (isVector ? coordinates.elements.size() != wanted : wanted != 1)
      return fmt::format("{} coordinates are expected", wanted);
    // The index of an array's layer is an integer whatever the coordinates are.
    bool isArray = geometry.starts_with('a');
    for (std::size_t i = 0; i < wanted; ++i) {
      const Operand& coordinate = isVector ? coordinates.elements[i] : coordinates;
      ScalarType want = isArray && i == 0                        ? ScalarType::U32
                        : instruction_.atype == ScalarType::None ? ScalarType::S32
                                                                 : instruction_.atype;
      if (coordinate.kind == Kind::Register && bitsOf(registerType(coordinate)) == 32 &&
          (wanted == 4 || agrees(registerType(coordinate), want)))
        continue;
      if (std::string reason = checkValue(want, false, coordinate); !reason.empty())
        return reason;
    }
    return {};
  }

  std::string checkGradient(const Operand& operand) const {
    std::string_view geometry = instruction_.modifier("geometry");
    std::size_t wanted = geometry.ends_with("1d") ? 1 : geometry.ends_with("2d") ? 2 : 4;
    if (operand.kind != Kind::Vector)
      return wanted == 1 ? checkValue(ScalarType::F32, false, operand)
                         : "a vector of gradients is expected";
    if (operand.elements.size() != wanted && (wanted != 4 || operand.elements.size() != 3))
      return fmt::format("{} gradients are expected", wanted);
    for (const Operand& element : operand.elements)
      if (std::string reason = checkValue(ScalarType::F32, false, element); !reason.empty())
        return reason;
    return {};
  }

  std::string checkExtra(const Operand& operand) const {
    if (operand.kind != Kind::Vector)
      return checkValue(ScalarType::F32, false, operand);
    for (const Operand& element : operand.elements)
      if (std::string reason = checkValue(ScalarType::S32, false, element); !reason.empty())
        return reason;
    return {};
  }

  std::string checkList(ScalarType want, std::size_t count, const Operand& operand) const {
    if (operand.kind != Kind::Vector || operand.elements.size() != count)
      return fmt::format("{} values in braces are expected", count);
    for (const Operand& element : operand.elements)
      if (std::string reason = checkValue(want, false, element); !reason.empty())
        return reason;
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
                          instruction_.form->family == Family::Mbarrier))
        return {};
      return "'_' is not allowed here";
    case Kind::SpecialRegister: {
      if (destination)
        return "a special register cannot be written";
      const SpecialRegisterInfo& info = specialRegister(operand.index);
      if (want == ScalarType::Pred || info.type == ScalarType::Pred)
        return want == info.type ? std::string() : "predicate mismatch";
      // Before PTX 2.0 they could stand anywhere, and %tid and its like were of 16 bits.
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

  const Unit& unit_;
  const Function& function_;
  const RawInstruction& raw_;
  Instruction& instruction_;
};

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

std::vector<InstructionChecker::Candidate>
InstructionChecker::candidatesFor(const RawInstruction& raw) {
  std::vector<Candidate> candidates = candidatesFor(raw, Order::AsListed);
  return candidates.empty() ? candidatesFor(raw, Order::Any) : candidates;
}

std::vector<InstructionChecker::Candidate>
InstructionChecker::candidatesFor(const RawInstruction& raw, Order order) {
  std::vector<Candidate> candidates;
  std::vector<MatchedModifier> matched;
  for (const Form& form : formsOf(raw.name)) {
    if (form.lastVersion != 0 && unit_.version > form.lastVersion)
      continue;
    if (!matchModifiers(form, raw.modifiers, matched, order))
      continue;
    Candidate candidate;
    candidate.instruction.form = &form;
    candidate.instruction.modifiers = unit_.spellings.emplace_back(matched);
    setTypes(candidate.instruction);
    candidate.problem = ageProblem(unit_, fullNameOf(raw), form.version, form.target);
    for (const MatchedModifier& modifier : matched)
      if (const LaterModifier* later = laterModifier(modifier.text);
          later && candidate.problem.empty() && !isEarlier(candidate.instruction, *later))
        candidate.problem = ageProblem(unit_, fmt::format("{}' with '.{}", raw.name, modifier.text),
                                       later->version, later->target);
    if (candidate.problem.empty())
      candidate.problem = ruleProblem(unit_, candidate.instruction);
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

Instruction InstructionChecker::check(const Function& function, RawInstruction raw) {
  std::vector<Candidate> own;
  std::span<const Candidate> candidates;
  if (raw.spelling.empty()) {
    own = candidatesFor(raw);
    candidates = own;
  } else {
    auto [entry, isNew] = candidates_.try_emplace(raw.spelling);
    if (isNew)
      entry->second = candidatesFor(raw);
    candidates = entry->second;
  }
  std::string reason, unfit;
  Location place;
  for (const Candidate& candidate : candidates) {
    Instruction instruction = candidate.instruction;
    Location where;
    std::string problem = OperandCheck(unit_, function, raw, instruction).check(where);
    if (!problem.empty()) {
      if (reason.empty()) {
        reason = std::move(problem);
        place = where;
      }
      continue;
    }
    std::string aged = candidate.problem;
    if (aged.empty() && instruction.paired && instruction.form->family == Family::Texture)
      aged =
          ageProblem(unit_, fmt::format("{}' with a residency predicate of '", raw.name), 71, 60);
    if (!aged.empty()) {
      if (unfit.empty())
        unfit = aged;
      continue;
    }
    if (instruction.form->family == Family::Refused)
      throw SyntaxError{raw.location,
                        fmt::format("Instruction '{}' is not supported", fullNameOf(raw)),
                        ErrorKind::NotSupported};
    instruction.location = raw.location;
    instruction.operands = std::move(raw.operands);
    instruction.guard = std::move(raw.guard);
    return instruction;
  }
  if (!unfit.empty())
    throw SyntaxError{raw.location, unfit};
  if (reason.empty())
    failModifiers(raw);
  throw SyntaxError{
      place, fmt::format("Arguments mismatch for instruction '{}': {}", fullNameOf(raw), reason)};
}

} // namespace heddle::ptx
