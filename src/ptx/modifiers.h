// Typed PTX modifiers: one enum class for each set of modifiers.def, and its spellings.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace heddle::ptx {

#define PTX_MODIFIER(id, ...) id,
#define PTX_MODIFIER_SET(set, name, ...) enum class set : std::uint8_t { __VA_ARGS__ };
#define PTX_MODIFIER_SUBSET(name, set, members)
#include "ptx/modifiers.def"
#undef PTX_MODIFIER
#undef PTX_MODIFIER_SET

// The sets of modifiers.def, after the places that an instruction has for types: T is the type of
// most operands, D that of the destination, A, B and C those of the sources.
enum class ModifierSet : std::uint8_t {
  T,
  D,
  A,
  B,
  C,
#define PTX_MODIFIER_SET(set, name, ...) set,
#include "ptx/modifiers.def"
#undef PTX_MODIFIER_SET
};

constexpr bool isTypeSet(ModifierSet set) {
  return set <= ModifierSet::C;
}

// ptxas takes the modifiers of most instructions in any order; these are the exceptions.
enum class ModifierPlacement : std::uint8_t {
  Free,
  InName,     // a part of the instruction's name, which stands before all else
  AmongTypes, // in the order of the table relative to types and others like it
};

struct ModifierInfo {
  std::string_view text;
  // The first PTX version and target that have the modifier, where forms that take it are older.
  unsigned version = 0;
  unsigned target = 0;
  ModifierPlacement placement = ModifierPlacement::Free;
};

namespace modifier_tables {
#define PTX_MODIFIER(id, spelling, ...) ModifierInfo{.text = spelling __VA_OPT__(, ) __VA_ARGS__},
#define PTX_MODIFIER_SET(set, name, ...) inline constexpr ModifierInfo k##set[] = {__VA_ARGS__};
#include "ptx/modifiers.def"
#undef PTX_MODIFIER_SET
#undef PTX_MODIFIER
} // namespace modifier_tables

struct ModifierSetInfo {
  std::string_view name; // in patterns of instructions.def
  ModifierSet set;
  std::span<const ModifierInfo> members; // in the order of the enum; empty for types
};
inline constexpr ModifierSetInfo kModifierSets[] = {
    {"T", ModifierSet::T, {}}, {"D", ModifierSet::D, {}}, {"A", ModifierSet::A, {}},
    {"B", ModifierSet::B, {}}, {"C", ModifierSet::C, {}},
#define PTX_MODIFIER_SET(set, name, ...) {name, ModifierSet::set, modifier_tables::k##set},
#include "ptx/modifiers.def"
#undef PTX_MODIFIER_SET
#undef PTX_MODIFIER_SUBSET
};

constexpr const ModifierSetInfo& infoOf(ModifierSet set) {
  return kModifierSets[static_cast<std::size_t>(set)];
}

// The set that an enum stands for.
template <typename Enum> inline constexpr ModifierSet kModifierSetOf = ModifierSet::T;
#define PTX_MODIFIER_SET(set, name, ...)                                                           \
  template <> inline constexpr ModifierSet kModifierSetOf<set> = ModifierSet::set;
#define PTX_MODIFIER_SUBSET(name, set, members)
#include "ptx/modifiers.def"
#undef PTX_MODIFIER_SET
#undef PTX_MODIFIER_SUBSET

template <typename Enum>
concept Modifier = !isTypeSet(kModifierSetOf<Enum>);

// As in PTX, without the dot.
template <Modifier Enum> constexpr std::string_view spelling(Enum value) {
  return infoOf(kModifierSetOf<Enum>).members[static_cast<std::size_t>(value)].text;
}

} // namespace heddle::ptx
