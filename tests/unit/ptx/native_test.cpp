// Every form of the instruction table that is implemented becomes machine code, many to a kernel;
// what is refused is listed in refused_forms.txt.
#include "form_texts.h"

#include "exec/runtime_symbols.h"
#include "jit/program.h"
#include "ptx/ptx.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace heddle::ptx::testing {
namespace {

std::string lineOf(const Form& form) {
  return fmt::format("{} {}", nameOf(form.opcode), form.modifiersText);
}

TEST(RefusedForms, AreListed) {
  std::set<std::string> listed, refused;
  std::ifstream file(REFUSED_FORMS);
  ASSERT_TRUE(file);
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#')
      listed.insert(line);
  for (const Form& form : allForms())
    if (isRefused(form))
      refused.insert(lineOf(form));
  EXPECT_EQ(listed, refused);
}

// Registers get values that the compiler does not know, and results go to memory, so that nothing
// is optimised away.
std::string prologue() {
  std::string text = "ld.param.u64 %d39, [p];\n";
  for (unsigned i = 0; i < 9; ++i)
    text += fmt::format("ld.volatile.global.b16 %h{0}, [%d39+{1}];\nsetp.ne.u16 %p{0}, %h{0}, 7;\n"
                        "mov.b16 %h{0}, %h{0};\n",
                        i, 2 * i);
  for (unsigned i = 0; i < 39; ++i)
    text += fmt::format("ld.global.b32 %r{0}, [%d39+{1}];\nld.global.b64 %d{0}, [%d39+{2}];\n"
                        "ld.global.f32 %f{0}, [%d39+{1}];\nld.global.f64 %e{0}, [%d39+{2}];\n",
                        i, 4 * i, 8 * i);
  return text;
}

std::string storeOf(std::string_view name) {
  switch (name[1]) {
  case 'p':
    return fmt::format("{{ .reg .b32 %flag; selp.u32 %flag, 1, 0, {}; st.volatile.global.b32 "
                       "[%d39], %flag; }}\n",
                       name);
  case 'c':
    return fmt::format("st.volatile.global.b8 [%d39], {};\n", name);
  case 'h':
    return fmt::format("st.volatile.global.b16 [%d39], {};\n", name);
  case 'd':
    return fmt::format("st.volatile.global.b64 [%d39], {};\n", name);
  case 'e':
    return fmt::format("st.volatile.global.f64 [%d39], {};\n", name);
  case 'f':
    return fmt::format("st.volatile.global.f32 [%d39], {};\n", name);
  case 'q':
    return fmt::format("{{ .reg .b64 %low, %high; mov.b128 {{%low, %high}}, {}; "
                       "st.volatile.global.b64 [%d39], %low; st.volatile.global.b64 [%d39], "
                       "%high; }}\n",
                       name);
  default:
    return fmt::format("st.volatile.global.b32 [%d39], {};\n", name);
  }
}

// Stores of the registers that the instruction writes: its first operand.
std::string storesAfter(const Form& form, std::string_view line) {
  bool isVideo = form.family == Family::Video;
  if (form.operands.empty() || (!form.operands[0].destination && !isVideo))
    return {};
  std::string_view operands = line.substr(line.find(' ') + 1);
  std::string_view first = operands[0] == '{' ? operands.substr(1, operands.find('}') - 1)
                                              : operands.substr(0, operands.find_first_of(",;"));
  std::string text;
  while (!first.empty()) {
    std::size_t end = first.find_first_of(",|");
    text += storeOf(first.substr(0, end));
    first = end == std::string_view::npos ? std::string_view() : first.substr(end + 1);
  }
  return text;
}

// Those that end a thread, wait or branch have kernels of their own.
bool standsAlone(const Form& form) {
  return form.lastVersion != 0 || form.version < 20 || form.family == Family::Control ||
         form.family == Family::Call || form.family == Family::Barrier ||
         form.family == Family::Mbarrier || form.family == Family::Matrix ||
         form.family == Family::Warp || form.family == Family::AsyncCopy;
}

void expectCompiles(const std::string& text, const std::string& what) {
  jit::PtxSource source{text, "forms"};
  jit::Status status;
  jit::ProgramOptions options;
  options.computeCapability = 999;
  options.runtimeSymbols = exec::runtimeSymbols();
  std::unique_ptr<jit::Program> program;
  status = jit::Program::create({&source, 1}, options, program);
  ASSERT_TRUE(program) << what << status.diagnostics.at(0).message;
  static char memory[4096];
  program->bindVariables([](const std::string&) -> void* { return memory; });
  const CompiledKernel* compiled = nullptr;
  status = program->specialise("k", {32, 1, 1}, compiled);
  ASSERT_TRUE(status) << what << status.diagnostics.at(0).message;
  EXPECT_NE(compiled->run, nullptr);
}

TEST(NativeForms, AllCompile) {
  constexpr std::size_t kLines = 60;
  std::string batch;
  std::size_t lines = 0, count = 0;
  const Form* last = nullptr;
  auto flush = [&] {
    if (last)
      expectCompiles(moduleText(*last, prologue() + batch), batch);
    batch.clear();
    lines = 0;
    last = nullptr;
  };
  for (const Form& form : allForms()) {
    if (isRefused(form))
      continue;
    std::string code;
    std::size_t own = 0;
    // The plain spelling and the one with everything.
    for (const Variant& variant : variantsOf(form)) {
      if (own == 2)
        break;
      std::string line = instructionText(form, variant);
      std::vector<Diagnostic> diagnostics;
      if (!parse(moduleText(form, line), diagnostics))
        continue;
      code += line + storesAfter(form, line);
      ++own;
    }
    ASSERT_GT(own, 0U) << lineOf(form);
    count += own;
    if (standsAlone(form)) {
      bool isOld = form.version < 20 || form.lastVersion != 0;
      expectCompiles(moduleText(form, (isOld ? std::string() : prologue()) + code), code);
      continue;
    }
    batch += code;
    last = &form;
    if ((lines += own) >= kLines)
      flush();
  }
  flush();
  EXPECT_GT(count, 800U);
}

} // namespace
} // namespace heddle::ptx::testing
