// The instruction table itself.
#include "ptx/instruction_table.h"

#include <gtest/gtest.h>

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
      hasT |= item.name == "T";
      hasD |= item.name == "D";
      for (std::string_view choice : item.choices)
        if (item.isType && choice != "b1")
          EXPECT_TRUE(typeByName(choice)) << nameOf(form.opcode) << " " << choice;
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
    EXPECT_EQ(matched[0].item, "space");
    EXPECT_EQ(matched[2].item, "vec");
    EXPECT_EQ(matched[3].item, "T");
    return;
  }
  FAIL() << "no form takes ld.global.nc.v4.f32";
}

TEST(Table, UnknownInstruction) {
  EXPECT_TRUE(formsOf("nonsense").empty());
}

} // namespace
} // namespace heddle::ptx
