// No modifier is ignored: what the table lets a program choose between gives different thread IR.
// modifiers_without_effect.txt holds the exceptions, with the reasons. Types are left out, because
// many of them only differ for the reader (ld.u32 and ld.b32).
#include "form_texts.h"
#include "harness.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <map>
#include <set>
#include <sstream>

namespace heddle::ptx::testing {
namespace {

// Code that gives registers values which are not known before the kernel runs, and uses all
// results, so that nothing of the instruction between them is folded or dropped. It also uses the
// carry flag.
std::string withUnknownValues(const std::string& instruction) {
  std::string before, after;
  auto add = [&](std::string_view type, std::string_view prefix, unsigned first, unsigned last) {
    for (unsigned i = first; i <= last; ++i) {
      before += fmt::format("ld.volatile.shared.{} {}{}, [sh+{}];\n", type, prefix, i, 8 * i);
      after += fmt::format("st.volatile.shared.{} [sh+{}], {}{};\n", type, 8 * i, prefix, i);
    }
  };
  add("b16", "%h", 0, 5);
  add("b32", "%r", 0, 6);
  add("b32", "%r", 20, 23); // coordinates of textures and tensors
  add("b64", "%d", 0, 6);
  add("f32", "%f", 1, 4);
  before += "setp.ne.u32 %p1, %r1, 0;\nsetp.ne.u32 %p2, %r2, 0;\nsetp.ne.u32 %p3, %r3, 0;\n"
            "setp.ne.u32 %p4, %r4, 0;\nadd.cc.u32 %r23, %r23, %r22;\n";
  after += "addc.u32 %r1, %r2, %r3;\nst.volatile.shared.b32 [sh], %r1;\n"
           "selp.b32 %r1, 1, 2, %p1;\nst.volatile.shared.b32 [sh], %r1;\n"
           "selp.b32 %r1, 1, 2, %p8;\nst.volatile.shared.b32 [sh], %r1;\n";
  return before + instruction + after;
}

// Thread IR of a kernel with this one instruction. Empty where rules across modifiers forbid the
// combination.
std::string codeOf(const Form& form, const Variant& variant) {
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const Module> module =
      parse(moduleText(form, withUnknownValues(instructionText(form, variant))), diagnostics);
  if (module)
    module = link({&module, 1}, diagnostics);
  if (!module)
    return {};
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> lowered = lower(*module, "k", context, diagnostics);
  std::string text;
  if (lowered) {
    llvm::raw_string_ostream stream(text);
    lowered->print(stream, nullptr);
  }
  return text;
}

// The form with one item at each of its choices, the other items at their first choices. A flag is
// compared with its absence.
std::vector<std::pair<std::string, Variant>> choicesOf(const Form& form, std::size_t varied,
                                                       bool withOptionals) {
  auto build = [&](std::optional<std::uint8_t> value) {
    Variant variant;
    for (std::size_t i = 0; i < form.modifiers.size(); ++i) {
      const ModifierItem& item = form.modifiers[i];
      if (i == varied && value)
        variant.modifiers.push_back({item.set, *value});
      else if (i != varied && !item.any && (!item.optional || withOptionals))
        variant.modifiers.push_back({item.set, item.choices[0].value});
    }
    return variant;
  };
  const ModifierItem& item = form.modifiers[varied];
  std::vector<std::pair<std::string, Variant>> choices;
  for (const ModifierChoice& choice : item.choices) {
    choices.emplace_back(choice.text, build(choice.value));
    if (item.set == ModifierSet::WarpgroupShape && choices.size() == 3)
      break;
  }
  if (item.optional && item.choices.size() == 1)
    choices.emplace_back("", build(std::nullopt));
  return choices;
}

// The names of the choices that give the same code as another choice, joined by "=".
std::vector<std::string> equalChoices(const Form& form, std::size_t item) {
  std::set<std::string> groups;
  for (bool withOptionals : {false, true}) {
    std::map<std::string, std::vector<std::string>> namesByCode;
    for (const auto& [name, variant] : choicesOf(form, item, withOptionals))
      if (std::string code = codeOf(form, variant); !code.empty())
        namesByCode[code].push_back(name);
    for (const auto& [code, names] : namesByCode)
      if (names.size() > 1)
        groups.insert(fmt::format("{}", fmt::join(names, "=")));
  }
  return {groups.begin(), groups.end()};
}

// The exceptions of modifiers_without_effect.txt, as "set choices | instruction".
std::set<std::string> allowedEqualities() {
  std::set<std::string> allowed;
  std::ifstream file(MODIFIERS_WITHOUT_EFFECT);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      continue;
    const std::size_t first = line.find(" | "), second = line.find(" | ", first + 1);
    EXPECT_NE(second, std::string::npos) << line;
    EXPECT_GT(line.size(), second + 10) << "no reason: " << line;
    std::istringstream instructions(line.substr(first + 3, second - first - 3));
    for (std::string name; instructions >> name;)
      allowed.insert(line.substr(0, first) + " | " + name);
  }
  return allowed;
}

TEST(Modifiers, NoneIsIgnored) {
  const std::set<std::string> allowed = allowedEqualities();
  std::set<std::string> found;
  for (const Form& form : allForms()) {
    if (isRefused(form) || form.family == Family::Hint)
      continue;
    for (std::size_t i = 0; i < form.modifiers.size(); ++i) {
      const ModifierItem& item = form.modifiers[i];
      if (item.any || isTypeSet(item.set))
        continue;
      for (const std::string& choices : equalChoices(form, i)) {
        const std::string equality =
            fmt::format("{} {} | {}", infoOf(item.set).name, choices, nameOf(form.opcode));
        EXPECT_TRUE(allowed.contains(equality)) << equality << " in " << form.modifiersText;
        found.insert(equality);
      }
    }
  }
  for (const std::string& equality : allowed)
    EXPECT_TRUE(found.contains(equality)) << "no longer equal: " << equality;
}

} // namespace
} // namespace heddle::ptx::testing
