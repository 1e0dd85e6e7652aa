// The instruction table itself.
#include "ptx/instruction_table.h"

#include <gtest/gtest.h>
#include <set>

namespace heddle::ptx {
namespace {

TEST(Table, EveryFormIsWellFormed) {
  ASSERT_GT(allForms().size(), 300U);
  for (const Form& form : allForms()) {
    EXPECT_GE(form.version, 10U) << nameOf(form.opcode);
    EXPECT_GE(form.target, 10U) << nameOf(form.opcode);
    bool hasT = false, hasD = false;
    for (const ModifierItem& item : form.modifiers) {
      if (!item.any)
        EXPECT_FALSE(item.choices.empty()) << nameOf(form.opcode) << " " << form.modifiersText;
      hasT |= item.set == ModifierSet::T;
      hasD |= item.set == ModifierSet::D;
    }
    for (const OperandSpec& spec : form.operands) {
      if (spec.typeName == 'T' || spec.typeName == 'W')
        EXPECT_TRUE(hasT) << nameOf(form.opcode) << " " << form.modifiersText;
      if (spec.typeName == 'D')
        EXPECT_TRUE(hasD) << nameOf(form.opcode) << " " << form.modifiersText;
    }
  }
}

TEST(Table, MatchingKeepsNamedParts) {
  std::vector<MatchedModifier> matched;
  for (const Form& form : formsOf("ld")) {
    std::string_view modifiers[] = {"global", "nc", "v4", "f32"};
    if (!matchModifiers(form, modifiers, matched))
      continue;
    ASSERT_EQ(matched.size(), 4U);
    auto flag = static_cast<std::uint8_t>(Flag::Nc);
    EXPECT_EQ(matched[0].set, ModifierSet::SpaceModifier);
    EXPECT_EQ(matched[0].value, static_cast<std::uint8_t>(SpaceModifier::Global));
    EXPECT_EQ(matched[1], (MatchedModifier{ModifierSet::Flag, flag}));
    EXPECT_EQ(matched[2].set, ModifierSet::VectorSize);
    EXPECT_EQ(matched[3].set, ModifierSet::T);
    EXPECT_EQ(matched[3].value, static_cast<std::uint8_t>(ScalarType::F32));
    EXPECT_EQ(matched[3].text(), "f32");
    return;
  }
  FAIL() << "no form takes ld.global.nc.v4.f32";
}

// Instruction::modifier<Enum>() gives one member of a set, and has(Flag) does not count.
TEST(Table, FormsHaveEachSetAndFlagOnce) {
  for (const Form& form : allForms()) {
    std::set<std::pair<ModifierSet, int>> seen;
    for (const ModifierItem& item : form.modifiers) {
      if (item.any)
        continue;
      int flag = item.set == ModifierSet::Flag ? item.choices[0].value : -1;
      EXPECT_TRUE(seen.emplace(item.set, flag).second)
          << nameOf(form.opcode) << " " << form.modifiersText;
    }
  }
}

// A bare word of a pattern is a set, a subset or a flag.
TEST(Table, FlagsAndSetsHaveDifferentNames) {
  for (const ModifierInfo& flag : infoOf(ModifierSet::Flag).members)
    for (const ModifierSetInfo& set : kModifierSets)
      EXPECT_NE(flag.text, set.name);
}

TEST(Table, EveryModifierIsInAForm) {
  std::set<std::pair<ModifierSet, std::uint8_t>> used;
  for (const Form& form : allForms())
    for (const ModifierItem& item : form.modifiers)
      for (const ModifierChoice& choice : item.choices)
        used.emplace(item.set, choice.value);
  for (const ModifierSetInfo& set : kModifierSets)
    for (std::size_t i = 0; i < set.members.size(); ++i)
      EXPECT_TRUE(used.contains({set.set, static_cast<std::uint8_t>(i)}))
          << set.name << " " << set.members[i].text;
}

TEST(Table, UnknownInstruction) {
  EXPECT_TRUE(formsOf("nonsense").empty());
}

} // namespace
} // namespace heddle::ptx
