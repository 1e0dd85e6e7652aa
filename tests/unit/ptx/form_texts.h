// PTX for the lines of the instruction table: each choice of each modifier, with operands that fit.
#pragma once

#include "ptx/instruction_table.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx::testing {

struct Variant {
  std::vector<MatchedModifier> modifiers;

  std::optional<std::uint8_t> member(ModifierSet set) const {
    auto found = std::ranges::find(modifiers, set, &MatchedModifier::set);
    return found == modifiers.end() ? std::nullopt : std::optional(found->value);
  }
  template <Modifier Enum> std::optional<Enum> modifier() const {
    std::optional<std::uint8_t> value = member(kModifierSetOf<Enum>);
    return value ? std::optional(static_cast<Enum>(*value)) : std::nullopt;
  }
  template <Modifier Enum> bool has(Enum value) const {
    MatchedModifier wanted{kModifierSetOf<Enum>, static_cast<std::uint8_t>(value)};
    return std::ranges::find(modifiers, wanted) != modifiers.end();
  }
  ScalarType type(ModifierSet set) const {
    return static_cast<ScalarType>(member(set).value_or(0)); // 0 is None
  }
};

// All items at their first choice, then each item at each other choice, with and without the
// optional ones.
std::vector<Variant> variantsOf(const Form& form);
// Whether kernels with the form are refused.
bool isRefused(const Form& form);
std::string instructionText(const Form& form, const Variant& variant);
// Declarations up to the first instruction of a kernel 'k'.
std::string formBody();
// A whole module around the code, of a version and target that have the form.
std::string moduleText(const Form& form, const std::string& code);

} // namespace heddle::ptx::testing
