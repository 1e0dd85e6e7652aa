// PTX for the lines of the instruction table: each choice of each modifier, with operands that fit.
#pragma once

#include "ptx/instruction_table.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx::testing {

struct Variant {
  std::vector<std::string_view> modifiers;
  std::map<std::string_view, std::string_view> parts; // item → text

  std::string_view part(std::string_view item) const {
    auto found = parts.find(item);
    return found == parts.end() ? std::string_view() : found->second;
  }
  bool has(std::string_view text) const {
    return std::ranges::find(modifiers, text) != modifiers.end();
  }
  ScalarType type(std::string_view item) const {
    return typeByName(part(item)).value_or(ScalarType::None);
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
