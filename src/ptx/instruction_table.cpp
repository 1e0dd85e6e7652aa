#include "ptx/instruction_table.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace heddle::ptx {
namespace {

struct RawOpcode {
  Opcode opcode;
  std::string_view name;
};
constexpr RawOpcode kOpcodes[] = {
#define PTX_OPCODE(id, name) {Opcode::id, name},
#define PTX_FORM(family, modifiers, operands, version, target)
#define PTX_OLD_FORM(family, modifiers, operands, version, last, target)
#include "ptx/instructions.def"
#undef PTX_OPCODE
#undef PTX_FORM
#undef PTX_OLD_FORM
};

struct ModifierSubset {
  std::string_view name;
  ModifierSet set;
  std::string_view members;
};
constexpr ModifierSubset kModifierSubsets[] = {
#define PTX_MODIFIER_SET(set, name, ...)
#define PTX_MODIFIER_SUBSET(name, set, members) {name, ModifierSet::set, members},
#include "ptx/modifiers.def"
#undef PTX_MODIFIER_SET
#undef PTX_MODIFIER_SUBSET
};

// Calls `use` with the non-empty parts of the text.
template <typename Use> constexpr void forEachPart(std::string_view text, char separator, Use use) {
  while (!text.empty()) {
    std::size_t end = text.find(separator);
    if (std::string_view part = text.substr(0, end); !part.empty())
      use(part);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

// Loops rather than algorithms: the compiler evaluates them for every form, and calls cost it most.
constexpr const ModifierSetInfo* modifierSet(std::string_view name) {
  for (const ModifierSetInfo& set : kModifierSets)
    if (set.name.size() == name.size() && set.name == name)
      return &set;
  return nullptr;
}

constexpr const ModifierSubset* modifierSubset(std::string_view name) {
  for (const ModifierSubset& subset : kModifierSubsets)
    if (subset.name.size() == name.size() && subset.name == name)
      return &subset;
  return nullptr;
}

constexpr std::optional<std::uint8_t> memberOf(ModifierSet set, std::string_view text) {
  std::span<const ModifierInfo> members = infoOf(set).members;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i].text.size() == text.size() && members[i].text == text)
      return static_cast<std::uint8_t>(i);
  return std::nullopt;
}

constexpr bool isTypeItem(std::string_view word) {
  return word.size() > 2 && word[1] == ':' && word[2] != ':';
}

// What a word of a pattern that is no type stands for: the members of the set with these texts, or
// all of them.
struct ModifierWord {
  const ModifierSetInfo* set; // null when there is no such set
  std::string_view members;
  bool all = false;
};
constexpr ModifierWord modifierWord(std::string_view word) {
  if (std::size_t equals = word.find('='); equals != std::string_view::npos)
    return {modifierSet(word.substr(0, equals)), word.substr(equals + 1)};
  if (const ModifierSetInfo* set = modifierSet(word))
    return {set, {}, true};
  if (const ModifierSubset* subset = modifierSubset(word))
    return {&infoOf(subset->set), subset->members};
  return {&infoOf(ModifierSet::Flag), word};
}

// Whether modifiers.def has every word of the pattern.
constexpr bool isKnownPattern(std::string_view pattern) {
  bool isKnown = true;
  forEachPart(pattern, ' ', [&](std::string_view word) {
    if (word.ends_with('?'))
      word.remove_suffix(1);
    if (word == "..." || isTypeItem(word))
      return;
    ModifierWord known = modifierWord(word);
    if (!known.set || isTypeSet(known.set->set))
      isKnown = false;
    else
      forEachPart(known.members, '|', [&](std::string_view text) {
        isKnown = isKnown && memberOf(known.set->set, text).has_value();
      });
  });
  return isKnown;
}

#define PTX_OPCODE(id, name)
#define PTX_FORM(family, modifiers, operands, version, target)                                     \
  static_assert(isKnownPattern(modifiers), "modifiers.def does not have a word of this pattern");
#define PTX_OLD_FORM(family, modifiers, operands, version, last, target)                           \
  static_assert(isKnownPattern(modifiers), "modifiers.def does not have a word of this pattern");
#include "ptx/instructions.def"
#undef PTX_OPCODE
#undef PTX_FORM
#undef PTX_OLD_FORM

struct RawForm {
  std::string_view instruction; // empty for forms, which belong to the instruction above
  Family family;
  std::string_view modifiers;
  std::string_view operands;
  unsigned version;
  unsigned lastVersion;
  unsigned target;
};
constexpr RawForm kForms[] = {
#define PTX_OPCODE(id, name) {name, Family::Refused, {}, {}, 0, 0, 0},
#define PTX_FORM(family, modifiers, operands, version, target)                                     \
  {{}, Family::family, modifiers, operands, version, 0, target},
#define PTX_OLD_FORM(family, modifiers, operands, version, last, target)                           \
  {{}, Family::family, modifiers, operands, version, last, target},
#include "ptx/instructions.def"
#undef PTX_OPCODE
#undef PTX_FORM
#undef PTX_OLD_FORM
};

struct TypeSet {
  std::string_view name;
  std::string_view members;
};
constexpr TypeSet kTypeSets[] = {
    {"int", "u16|u32|u64|s16|s32|s64"},
    {"ldst", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
    {"cvtint", "u8|u16|u32|u64|s8|s16|s32|s64"},
    {"f8f6f4", "e4m3|e5m2|e3m2|e2m3|e2m1"},
};

void addTypes(ModifierItem& item, std::string_view names) {
  forEachPart(names, '|', [&](std::string_view name) {
    auto set = std::ranges::find(kTypeSets, name, &TypeSet::name);
    if (set != std::end(kTypeSets))
      return addTypes(item, set->members);
    auto type = static_cast<std::uint8_t>(typeByName(name).value());
    item.choices.push_back({type, name});
  });
}

ModifierItem parseModifier(std::string_view word) {
  ModifierItem item;
  if (word == "...") {
    item.any = true;
    return item;
  }
  if (word.ends_with('?')) {
    item.optional = true;
    word.remove_suffix(1);
  }
  if (isTypeItem(word)) {
    item.set = modifierSet(word.substr(0, 1))->set;
    addTypes(item, word.substr(2));
    return item;
  }
  ModifierWord known = modifierWord(word);
  item.set = known.set->set;
  for (std::uint8_t i = 0; known.all && i < known.set->members.size(); ++i)
    item.choices.push_back({i, known.set->members[i].text});
  forEachPart(known.members, '|', [&](std::string_view text) {
    item.choices.push_back({memberOf(item.set, text).value(), text});
  });
  return item;
}

OperandSpec parseOperand(std::string_view word) {
  OperandSpec spec;
  if (word == "*") {
    spec.kind = OperandSpec::Kind::Any;
    return spec;
  }
  if (word.starts_with('=')) {
    spec.destination = true;
    word.remove_prefix(1);
  }
  if (word.ends_with('?')) {
    spec.optional = true;
    word.remove_suffix(1);
  }
  if (word.ends_with("|p")) {
    spec.pairedPredicate = true;
    word.remove_suffix(2);
  }
  if (auto type = typeByName(word)) {
    spec.type = *type;
    return spec;
  }
  switch (word[0]) {
  case 'V':
    spec.kind = OperandSpec::Kind::Vector;
    spec.typeName = 'T';
    break;
  case 'X':
    spec.kind = OperandSpec::Kind::Move;
    spec.typeName = 'T';
    break;
  case 'F':
    spec.kind = OperandSpec::Kind::Fragment;
    break;
  case 'M':
    spec.kind = OperandSpec::Kind::Address;
    break;
  case 'I':
    spec.kind = OperandSpec::Kind::Constant;
    break;
  case 'L':
    spec.kind = OperandSpec::Kind::Label;
    break;
  case 'N':
    spec.kind = OperandSpec::Kind::Name;
    break;
  case 'R':
    spec.kind = OperandSpec::Kind::Resource;
    break;
  case 'C':
    spec.kind = OperandSpec::Kind::Coordinates;
    break;
  case 'G':
    spec.kind = OperandSpec::Kind::Gradient;
    break;
  case '_':
    spec.kind = OperandSpec::Kind::Sink;
    break;
  case 'E':
    spec.kind = OperandSpec::Kind::OffsetOrDepth;
    break;
  case 'Q':
    spec.kind = OperandSpec::Kind::Quad;
    spec.typeName = 'A';
    break;
  case 'S':
    spec.kind = OperandSpec::Kind::Selector;
    break;
  case 'K':
    spec.kind = OperandSpec::Kind::TensorCoordinates;
    break;
  case 'O':
    spec.kind = OperandSpec::Kind::Im2colOffsets;
    break;
  default:
    spec.typeName = word[0];
  }
  return spec;
}

struct Table {
  std::vector<Form> forms;
  std::unordered_map<std::string_view, std::span<const Form>> byName;

  Table() {
    forms.reserve(std::size(kForms));
    std::size_t opcode = 0, first = 0;
    auto close = [&] {
      if (opcode > 0)
        byName[kOpcodes[opcode - 1].name] = std::span(forms).subspan(first);
      first = forms.size();
    };
    for (const RawForm& raw : kForms) {
      if (!raw.instruction.empty()) {
        close();
        ++opcode;
        continue;
      }
      Form form{kOpcodes[opcode - 1].opcode,
                raw.family,
                raw.modifiers,
                raw.version,
                raw.lastVersion,
                raw.target,
                {},
                {}};
      forEachPart(raw.modifiers, ' ',
                  [&](std::string_view word) { form.modifiers.push_back(parseModifier(word)); });
      forEachPart(raw.operands, ' ',
                  [&](std::string_view word) { form.operands.push_back(parseOperand(word)); });
      forms.push_back(std::move(form));
    }
    close();
  }
};

const Table& table() {
  static const Table instance;
  return instance;
}

constexpr SpecialTargetInfo kSpecialTargets[] = {
    {sm_90a, "sm_90a", TargetKind::Family, 90, 999},
    {sm_100f, "sm_100f", TargetKind::Family, 100, 999},
    {sm_100_family, "sm_100f", TargetKind::Family, 100, 109},
    {sm_120f, "sm_120f", TargetKind::Family, 120, 129},
    {sm_100a, "sm_100a", TargetKind::Specific, 100, 109},
    {sm_120a, "sm_120a", TargetKind::Specific, 120, 129},
};

} // namespace

std::span<const Form> formsOf(std::string_view instruction) {
  auto found = table().byName.find(instruction);
  return found == table().byName.end() ? std::span<const Form>() : found->second;
}

std::span<const Form> allForms() {
  return table().forms;
}

std::string_view nameOf(Opcode opcode) {
  return kOpcodes[static_cast<std::size_t>(opcode)].name;
}

const ModifierInfo* MatchedModifier::info() const {
  return isTypeSet(set) ? nullptr : &infoOf(set).members[value];
}

std::string_view MatchedModifier::text() const {
  return isTypeSet(set) ? typeInfo(static_cast<ScalarType>(value)).name : info()->text;
}

const SpecialTargetInfo* specialTarget(unsigned target) {
  auto found = std::ranges::find(kSpecialTargets, target, &SpecialTargetInfo::target);
  return found == std::end(kSpecialTargets) ? nullptr : found;
}

} // namespace heddle::ptx
