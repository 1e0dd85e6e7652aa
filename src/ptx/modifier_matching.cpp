// Which forms of the instruction table the modifiers of an instruction fit.
#include "ptx/instruction_table.h"

#include <algorithm>

namespace heddle::ptx {
namespace {

// How many of `modifiers` the choice consumes if they begin with it, else 0. It is more than one
// for choices such as "xorsign.abs".
std::size_t prefixLength(std::string_view choice, std::span<const std::string_view> modifiers) {
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
  for (const ModifierChoice& choice : pattern.choices) {
    std::size_t length = prefixLength(choice.text, modifiers);
    if (length == 0)
      continue;
    matched.push_back({pattern.set, choice.value});
    if (matchFrom(form, item + 1, modifiers.subspan(length), matched))
      return true;
    matched.pop_back();
  }
  return pattern.optional && matchFrom(form, item + 1, modifiers, matched);
}

ModifierPlacement placementOf(ModifierSet set, std::uint8_t value) {
  return isTypeSet(set) ? ModifierPlacement::AmongTypes : infoOf(set).members[value].placement;
}

bool isPartOfName(const ModifierItem& item) {
  return std::ranges::all_of(item.choices, [&](const ModifierChoice& choice) {
    return placementOf(item.set, choice.value) == ModifierPlacement::InName;
  });
}

bool isAmongTypes(const ModifierItem& item) {
  return placementOf(item.set, item.choices[0].value) == ModifierPlacement::AmongTypes;
}

// Whether the modifier is a type, or one that keeps its place among types, in whatever set.
bool isAmongTypes(std::string_view modifier) {
  if (typeByName(modifier))
    return true;
  return std::ranges::any_of(kModifierSets, [&](const ModifierSetInfo& set) {
    return !set.members.empty() && set.members[0].placement == ModifierPlacement::AmongTypes &&
           std::ranges::find(set.members, modifier, &ModifierInfo::text) != set.members.end();
  });
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
  case Family::Bits:
  case Family::AsyncCopy:
  case Family::Control:
  case Family::Call:
  case Family::Barrier:
  case Family::Video:
  case Family::BulkCopy:
  case Family::Multimem:
  case Family::Stack:
  case Family::Tensor:
  case Family::Hint:
  case Family::Refused:
    return false;
  }
  return false;
}

// Matches modifiers in any order. Programs, and examples in the PTX manual, make use of this
// freedom that ptxas gives.
class UnorderedMatch {
public:
  UnorderedMatch(const Form& form, std::span<const std::string_view> modifiers,
                 std::vector<MatchedModifier>& matched)
      : form_(form), modifiers_(modifiers), matched_(matched), used_(form.modifiers.size()) {}

  bool matches() {
    while (!modifiers_.empty())
      if (!matchOne())
        return false;
    for (std::size_t i = 0; i < used_.size(); ++i)
      if (!used_[i] && !form_.modifiers[i].optional)
        return false;
    return true;
  }

private:
  // Matches the first of the modifiers that are left to an item. It may not go past an unused item
  // that is part of the name, nor, when it is among types, past one that is.
  bool matchOne() {
    bool isInName = true;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      const ModifierItem& item = form_.modifiers[i];
      isInName = isInName && isPartOfName(item);
      if (used_[i])
        continue;
      if (matchItem(i))
        return true;
      if (isInName || (isAmongTypes(item) && isAmongTypes(modifiers_[0])))
        return false;
    }
    return false;
  }

  bool matchItem(std::size_t i) {
    const ModifierItem& item = form_.modifiers[i];
    for (const ModifierChoice& choice : item.choices) {
      std::size_t length = prefixLength(choice.text, modifiers_);
      if (length == 0)
        continue;
      matched_.push_back({item.set, choice.value});
      modifiers_ = modifiers_.subspan(length);
      used_[i] = true;
      return true;
    }
    return false;
  }

  const Form& form_;
  std::span<const std::string_view> modifiers_;
  std::vector<MatchedModifier>& matched_;
  std::vector<bool> used_;
};

} // namespace

bool matchModifiers(const Form& form, std::span<const std::string_view> modifiers,
                    std::vector<MatchedModifier>& matched, Order order) {
  matched.clear();
  if (order == Order::AsListed)
    return matchFrom(form, 0, modifiers, matched);
  return takesAnyOrder(form.family) && UnorderedMatch(form, modifiers, matched).matches();
}

} // namespace heddle::ptx
