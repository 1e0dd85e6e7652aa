#include "ptx/instruction_table.h"

#include <algorithm>
#include <string>
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

struct RawForm {
  std::string_view instruction; // empty: of the instruction above
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

struct NamedSet {
  std::string_view name;
  std::string_view members;
};
constexpr NamedSet kModifierSets[] = {
    {"rnd", "rn|rz|rm|rp"},
    {"irnd", "rni|rzi|rmi|rpi"},
    {"cmpbits", "eq|ne"},
    {"cmpint", "eq|ne|lt|le|gt|ge"},
    {"cmpunsigned", "lo|ls|hi|hs"},
    {"cmpfloat", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"},
    {"bool", "and|or|xor"},
    {"prmtmode", "f4e|b4e|rc8|ecl|ecr|rc16"},
    {"space",
     "global|shared|shared::cta|shared::cluster|local|const|param|param::entry|param::func"},
    {"stspace", "global|shared|shared::cta|shared::cluster|local|param|param::func"},
    {"atomspace", "global|shared|shared::cta|shared::cluster"},
    {"clusterspace", "shared::cluster"},
    {"shareddst", "shared|shared::cta"},
    {"cop", "ca|cg|cs|lu|cv"},
    {"stcop", "wb|cg|cs|wt"},
    {"evict",
     "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"},
    {"l2evict", "L2::evict_normal|L2::evict_first|L2::evict_last"},
    {"cachehint", "L2::cache_hint"},
    {"prefetchsize", "L2::64B|L2::128B|L2::256B"},
    {"l2policy", "L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged"},
    {"l2policy2", "L2::evict_first|L2::evict_unchanged"},
    {"vec", "v2|v4|v8"},
    {"scope", "cta|cluster|gpu|sys"},
    {"sem", "relaxed|acquire|release|acq_rel"},
    {"videoop", "add|min|max"},
    {"mbarspace", "shared|shared::cta|shared::cluster"},
    {"prefetchspace", "global|local"},
    {"windowspace", "global|shared|shared::cta|shared::cluster|local|const|param|param::entry"},
    {"tensorspace", "const|param"},
    {"clusterscope", "cta|cluster"},
    {"redsem", "relaxed|release"},
    {"clamp", "trap|clamp|zero"},
    {"layout", "row|col"},
    {"alayout", "row|col"},
    {"blayout", "row|col"},
    {"num", "x1|x2|x4"},
    {"sparse", "sp|sp::ordered_metadata"},
    {"multimemload", "weak|relaxed.cta|relaxed.cluster|relaxed.gpu|relaxed.sys|acquire.cta|"
                     "acquire.cluster|acquire.gpu|acquire.sys"},
    {"multimemstore", "weak|relaxed.cta|relaxed.cluster|relaxed.gpu|relaxed.sys|release.cta|"
                      "release.cluster|release.gpu|release.sys"},
    {"multimemred", "relaxed.cta|relaxed.cluster|relaxed.gpu|relaxed.sys|release.cta|"
                    "release.cluster|release.gpu|release.sys"},
};
constexpr LaterModifier kLaterModifiers[] = {
    {"shared::cta", 78, 20},
    {"shared::cluster", 78, 90},
    {"param::entry", 83, 10},
    {"param::func", 83, 10},
    {"cluster", 78, 90},
    {"ftz", 14, 10},
    {"NaN", 70, 80},
    {"xorsign.abs", 72, 86},
    {"L1::evict_normal", 74, 70},
    {"L1::evict_unchanged", 74, 70},
    {"L1::evict_first", 74, 70},
    {"L1::evict_last", 74, 70},
    {"L1::no_allocate", 74, 70},
    {"L2::64B", 74, 75},
    {"L2::128B", 74, 75},
    {"L2::256B", 74, 80},
    {"L2::cache_hint", 74, 80},
    {"weak", 60, 70},
    {"sp::ordered_metadata", 85, 80},
};
constexpr NamedSet kTypeSets[] = {
    {"int", "u16|u32|u64|s16|s32|s64"},
    {"ldst", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
    {"cvtint", "u8|u16|u32|u64|s8|s16|s32|s64"},
    {"f8f6f4", "e4m3|e5m2|e3m2|e2m3|e2m1"},
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = text.find(separator);
    if (std::string_view part = text.substr(0, end); !part.empty())
      parts.push_back(part);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parts;
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
  if (word.size() > 2 && word[1] == ':' && word[2] != ':') {
    item.isType = true;
    item.name = word.substr(0, 1);
    word.remove_prefix(2);
    for (std::string_view choice : split(word, '|')) {
      auto set = std::ranges::find(kTypeSets, choice, &NamedSet::name);
      if (set == std::end(kTypeSets))
        item.choices.push_back(choice);
      else
        for (std::string_view member : split(set->members, '|'))
          item.choices.push_back(member);
    }
    return item;
  }
  if (std::size_t equals = word.find('='); equals != std::string_view::npos) {
    item.name = word.substr(0, equals);
    item.choices = split(word.substr(equals + 1), '|');
    return item;
  }
  item.name = word;
  auto set = std::ranges::find(kModifierSets, word, &NamedSet::name);
  item.choices = split(set == std::end(kModifierSets) ? word : set->members, '|');
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
    spec.kind = OperandSpec::Kind::Extra;
    break;
  case 'Q':
    spec.kind = OperandSpec::Kind::Quad;
    spec.typeName = 'A';
    break;
  case 'S':
    spec.kind = OperandSpec::Kind::Selector;
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
      for (std::string_view word : split(raw.modifiers, ' '))
        form.modifiers.push_back(parseModifier(word));
      for (std::string_view word : split(raw.operands, ' '))
        form.operands.push_back(parseOperand(word));
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

// How many modifiers the choice stands for if they begin with it: one, or more for "xorsign.abs".
std::size_t leads(std::string_view choice, std::span<const std::string_view> modifiers) {
  for (std::size_t count = 0; count < modifiers.size(); ++count) {
    std::size_t dot = choice.find('.');
    if (choice.substr(0, dot) != modifiers[count])
      return 0;
    if (dot == std::string_view::npos)
      return count + 1;
    choice.remove_prefix(dot + 1);
  }
  return 0;
}

bool matchFrom(const Form& form, std::size_t item, std::span<const std::string_view> modifiers,
               std::vector<MatchedModifier>& matched) {
  if (item == form.modifiers.size())
    return modifiers.empty();
  const ModifierItem& pattern = form.modifiers[item];
  if (pattern.any)
    return true;
  for (std::string_view choice : pattern.choices) {
    std::size_t length = leads(choice, modifiers);
    if (length == 0)
      continue;
    matched.push_back({pattern.name, choice});
    if (matchFrom(form, item + 1, modifiers.subspan(length), matched))
      return true;
    matched.pop_back();
  }
  return pattern.optional && matchFrom(form, item + 1, modifiers, matched);
}

// Words that ptxas takes for a part of the instruction's name: they keep their place before all
// else.
constexpr std::string_view kNameParts =
    "lo|hi|wide|to|l|r|pack|full|async|load|store|mma|base|level|grad|b|p|init|inval|arrive|"
    "arrive_drop|expect_tx|complete_tx|test_wait|try_wait|pending_count|parity|try_cancel|"
    "query_cancel|fractional|range|cvt";

bool isNamePart(const ModifierItem& item) {
  std::vector<std::string_view> parts = split(kNameParts, '|');
  return std::ranges::all_of(item.choices, [&](std::string_view choice) {
    return std::ranges::find(parts, choice) != parts.end();
  });
}

// Types, and what else stands for one operand after the other.
bool isOrdered(std::string_view modifier) {
  return typeByName(modifier) || modifier == "row" || modifier == "col" ||
         modifier.starts_with("b8x16") || modifier.starts_with("b6x16") ||
         modifier.starts_with("b4x16");
}

bool takesAnyOrder(Family family) {
  switch (family) {
  case Family::Integer:
  case Family::Carry:
  case Family::Float:
  case Family::Half:
  case Family::Compare:
  case Family::Logic:
  case Family::Convert:
  case Family::Move:
  case Family::Memory:
  case Family::Atomic:
  case Family::Warp:
  case Family::Matrix:
  case Family::Mbarrier:
  case Family::Texture:
    return true;
  default:
    return false;
  }
}

// ptxas takes the modifiers of most instructions in any order, as long as the types are in theirs;
// programs and the manual's own examples make use of that.
bool matchUnordered(const Form& form, std::span<const std::string_view> modifiers,
                    std::vector<MatchedModifier>& matched) {
  if (!takesAnyOrder(form.family))
    return false;
  std::vector<bool> used(form.modifiers.size());
  bool isName = true;
  auto takeOne = [&]() -> bool {
    for (std::size_t i = 0; i < form.modifiers.size(); ++i) {
      const ModifierItem& item = form.modifiers[i];
      isName = isName && isNamePart(item);
      for (std::string_view choice : item.choices) {
        std::size_t length = used[i] ? 0 : leads(choice, modifiers);
        if (length == 0)
          continue;
        matched.push_back({item.name, choice});
        modifiers = modifiers.subspan(length);
        return used[i] = true;
      }
      if (!used[i] && (isName || (isOrdered(item.choices[0]) && isOrdered(modifiers[0]))))
        return false;
    }
    return false;
  };
  while (!modifiers.empty()) {
    isName = true;
    if (!takeOne())
      return false;
  }
  for (std::size_t i = 0; i < form.modifiers.size(); ++i)
    if (!used[i] && !form.modifiers[i].optional)
      return false;
  return true;
}

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

const LaterModifier* laterModifier(std::string_view text) {
  auto found = std::ranges::find(kLaterModifiers, text, &LaterModifier::text);
  return found == std::end(kLaterModifiers) ? nullptr : found;
}

bool matchModifiers(const Form& form, std::span<const std::string_view> modifiers,
                    std::vector<MatchedModifier>& matched, Order order) {
  matched.clear();
  return order == Order::AsListed ? matchFrom(form, 0, modifiers, matched)
                                  : matchUnordered(form, modifiers, matched);
}

const SpecialTargetInfo* specialTarget(unsigned target) {
  auto found = std::ranges::find(kSpecialTargets, target, &SpecialTargetInfo::target);
  return found == std::end(kSpecialTargets) ? nullptr : found;
}

} // namespace heddle::ptx
