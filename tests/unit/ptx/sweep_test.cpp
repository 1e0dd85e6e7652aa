// Every line of the instruction table: each choice of each modifier is accepted, lowered and gives
// IR that LLVM's verifier takes, or is refused by name where the line says so.
#include "form_texts.h"
#include "harness.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace heddle::ptx::testing {
namespace {

class Sweep : public ::testing::Test {
protected:
  // Accepted and lowered; the first problem otherwise.
  static std::string problemOf(const std::string& text, ErrorKind* kind = nullptr) {
    std::vector<Diagnostic> diagnostics;
    if (auto module = parse(text, diagnostics)) {
      std::shared_ptr<const Module> modules[] = {module};
      if (auto program = link(modules, diagnostics)) {
        llvm::LLVMContext context;
        lower(*program, "k", context, diagnostics);
      }
    }
    if (diagnostics.empty())
      return {};
    if (kind)
      *kind = diagnostics[0].kind;
    return diagnostics[0].message;
  }
};

TEST_F(Sweep, EveryChoiceOfEveryForm) {
  std::size_t count = 0;
  for (const Form& form : allForms()) {
    if (form.family == Family::Refused)
      continue;
    // All variants that are valid by themselves go into one kernel.
    std::string code;
    std::size_t valid = 0;
    bool refuses = isRefused(form);
    for (const Variant& variant : variantsOf(form)) {
      std::string line = instructionText(form, variant);
      std::vector<Diagnostic> diagnostics;
      if (!parse(moduleText(form, line), diagnostics)) {
        // Rules across modifiers (vectors and spaces, .sat and .add, .aligned from a version on)
        // forbid some of the combinations tried here.
        EXPECT_TRUE(form.family == Family::Memory || form.family == Family::Atomic ||
                    form.family == Family::Video || form.opcode == Opcode::Wmma)
            << line << diagnostics.at(0).message;
        continue;
      }
      ++valid;
      ++count;
      if (refuses) {
        ErrorKind kind{};
        EXPECT_NE(problemOf(moduleText(form, line), &kind), "") << line;
        EXPECT_EQ(kind, ErrorKind::NotSupported) << line;
      } else {
        code += line;
      }
    }
    EXPECT_GT(valid, 0U) << nameOf(form.opcode) << " " << form.modifiersText;
    if (!refuses)
      EXPECT_EQ(problemOf(moduleText(form, code)), "") << code;
  }
  EXPECT_GT(count, 2000U);
}

// A form is rejected by the version and the target before its own.
TEST_F(Sweep, OldVersionsAndTargetsRejectNewForms) {
  for (const Form& form : allForms()) {
    bool open = std::ranges::any_of(form.modifiers, &ModifierItem::any);
    if (open || form.version <= 20 || form.lastVersion != 0)
      continue;
    std::string code;
    for (const Variant& variant : variantsOf(form)) {
      std::vector<Diagnostic> diagnostics;
      code = instructionText(form, variant);
      if (parse(moduleText(form, code), diagnostics))
        break;
    }
    std::string body = formBody();
    for (std::string_view line : {".address_size 64\n", ".reg .b128 %q<9>; "})
      body.erase(body.find(line), line.size());
    for (std::string_view line : {".reg .b8 %c<9>;"})
      body.erase(body.find(line), line.size());
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(
        parse(".version 2.0\n.target sm_20\n" + body + code + "away: ret;\n}\n", diagnostics))
        << code;
  }
}

} // namespace
} // namespace heddle::ptx::testing
