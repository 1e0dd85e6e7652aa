// Declarations, linking, content keys.
#include "harness.h"
#include "ptx/module.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace heddle::ptx::testing {
namespace {

std::shared_ptr<const Module> unit(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  auto module = parse(withHeader(text), diagnostics);
  EXPECT_TRUE(module) << (diagnostics.empty() ? "" : diagnostics[0].message);
  return module;
}

// A function that is called through a pointer is compiled once, so that its shared variables lie at
// the same place in all kernels that may call it: before their own.
TEST(Declarations, SharedVariablesOfFunctionsBehindPointers) {
  const std::string text =
      ".func f() { .shared .align 4 .b8 mine[40]; .reg .b64 %rd; mov.u64 %rd, mine; ret; }\n"
      ".global .u64 table[1] = {f};\n"
      ".entry calls(.param .u64 p) { .reg .b64 %rd; .shared .align 16 .b8 own[8];"
      "prototype: .callprototype _ (); ld.param.u64 %rd, [p]; call %rd, (), prototype;"
      "mov.u64 %rd, own; ret; }\n"
      ".entry plain() { .reg .b64 %rd; .shared .b8 own[8]; mov.u64 %rd, own; ret; }\n";
  auto list = kernels(*parsed(text));
  EXPECT_EQ(std::ranges::find(list, "calls", &KernelDeclaration::name)->staticSharedBytes, 56U);
  EXPECT_EQ(std::ranges::find(list, "plain", &KernelDeclaration::name)->staticSharedBytes, 8U);
  EXPECT_TRUE(matches(loweredText(text, "f"), "\"heddle-shared-offset\"=\"0\""));
  EXPECT_TRUE(matches(loweredText(text, "calls"), "\"heddle-reserved-shared-bytes\"=\"40\""));
  EXPECT_FALSE(matches(loweredText(text, "plain"), "heddle-reserved-shared-bytes"));
}

// They are NVIDIA's libcudadevrt.a's, and come with the module that calls them.
TEST(Declarations, GridGroupsAreLinkedWithThoseWhoCallThem) {
  const std::string declared =
      ".extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 s);\n"
      ".extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 h, .param .b32 f);\n";
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const Module> calls[] = {
      unit(declared + ".entry k() { .param .b64 h; .param .b32 z, e; .reg .b64 %rd;\n"
                      "mov.u64 %rd, 1; st.param.b64 [h], %rd; st.param.b32 [z], 0;\n"
                      "call (e), cudaCGSynchronize, (h, z); ret; }")};
  auto program = link(calls, diagnostics, Externs::Refuse);
  ASSERT_TRUE(program && diagnostics.empty());
  EXPECT_FALSE(program->definitions[program->byName.at("cudaCGSynchronize")].external);
  std::shared_ptr<const Module> none[] = {unit(".entry k() { ret; }")};
  EXPECT_FALSE(link(none, diagnostics)->byName.contains("cudaCGSynchronize"));
}

// An H200 gives a kernel 512 static bytes for it, and no dynamic memory is needed.
TEST(Declarations, ExternSharedVariablesWithASizeAreStatic) {
  const std::string text = ".extern .shared .align 8 .b8 x[512];\n"
                           ".entry k() { st.shared.u32 [x+508], 1; ret; }\n";
  EXPECT_EQ(kernels(*parsed(text))[0].staticSharedBytes, 512U);
  EXPECT_TRUE(
      matches(loweredText(text, "k"), "@x = internal addrspace\\(3\\) global \\[512 x i8\\]"));
}

TEST(Declarations, Kernels) {
  auto module = parsed(".version 7.5\n.target sm_75\n.address_size 64\n"
                       ".shared .align 16 .b8 outer[20];\n"
                       ".func helper() { .local .b8 mine[24]; .shared .u64 inner[2]; .reg .b64 %rd;"
                       "mov.u64 %rd, inner; mov.u64 %rd, mine; ret; }\n"
                       ".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .u8 b, "
                       ".param .align 8 .b8 c[12],"
                       ".param .u16 d) .maxntid 256 .minnctapersm 2 .maxnreg 40\n"
                       "{ .reg .b64 %rd; mov.u64 %rd, outer; call.uni helper; ret; }\n"
                       ".entry plain() .reqntid 8, 4, 2 { ret; }");
  auto list = kernels(*module);
  ASSERT_EQ(list.size(), 2U);
  auto k = std::ranges::find(list, "k", &KernelDeclaration::name);
  ASSERT_NE(k, list.end());
  ASSERT_EQ(k->parameters.size(), 4U);
  EXPECT_EQ(k->parameters[0].offset, 0U);
  EXPECT_EQ(k->parameters[0].alignment, 8U);
  EXPECT_EQ(k->parameters[1].offset, 8U);
  EXPECT_EQ(k->parameters[1].size, 1U);
  EXPECT_EQ(k->parameters[2].offset, 16U);
  EXPECT_EQ(k->parameters[2].size, 12U);
  EXPECT_EQ(k->parameters[3].offset, 28U);
  EXPECT_EQ(k->parameterBytes, 30U);
  EXPECT_EQ(k->staticSharedBytes, 40U); // 20, up to 24, and 16
  EXPECT_EQ(k->localBytes, 24U);
  EXPECT_EQ(k->maxntid[0], 256U);
  EXPECT_EQ(k->maxntid[1], 1U);
  EXPECT_EQ(k->minnctapersm, 2U);
  EXPECT_EQ(k->maxnreg, 40U);
  auto plain = std::ranges::find(list, "plain", &KernelDeclaration::name);
  ASSERT_NE(plain, list.end());
  EXPECT_EQ(plain->reqntid[2], 2U);
  EXPECT_EQ(plain->staticSharedBytes, 0U);
  EXPECT_EQ(targetNumber(*module), 75U);
  EXPECT_EQ(isaVersion(*module), 75U);
}

TEST(Declarations, InitialisersWithAddresses) {
  auto module = parsed(".func f();\n.const .u32 g[2] = {1, 2};\n"
                       ".visible .global .align 8 .u64 table[4] = {7, f, generic(g)+4};\n"
                       ".global .attribute(.managed) .u32 m = 3;\n"
                       ".global .align 8 .u8 split[8] = {0xFF(g), 0xFF00(g), 0xFF0000(g),"
                       "0xFF000000(g), 0xFF00000000(g), 0xFF0000000000(g), 0xFF000000000000(g),"
                       "0xFF00000000000000(g)};\n"
                       ".func f() { ret; }");
  auto list = variables(*module);
  auto table = std::ranges::find(list, "table", &VariableDeclaration::name);
  ASSERT_NE(table, list.end());
  EXPECT_EQ(table->size, 32U);
  EXPECT_EQ(table->alignment, 8U);
  EXPECT_EQ(table->initialiser.at(0), 7U);
  ASSERT_EQ(table->addresses.size(), 2U);
  EXPECT_EQ(table->addresses[0].symbol, "f");
  EXPECT_TRUE(table->addresses[0].isFunction);
  EXPECT_EQ(table->addresses[0].offset, 8U);
  EXPECT_EQ(table->addresses[1].symbol, "g");
  EXPECT_EQ(table->addresses[1].addend, 4);
  EXPECT_EQ(addressTakenFunctions(*module), std::vector<std::string>{"f"});
  auto managed = std::ranges::find(list, "m", &VariableDeclaration::name);
  EXPECT_EQ(managed->space, Space::Managed);
  auto split = std::ranges::find(list, "split", &VariableDeclaration::name);
  ASSERT_EQ(split->addresses.size(), 1U);
  EXPECT_EQ(split->addresses[0].symbol, "g");
  EXPECT_EQ(std::ranges::find(list, "g", &VariableDeclaration::name)->space, Space::Constant);
}

TEST(Link, ExternsAreResolvedAndStaticsKeptApart) {
  auto first =
      unit(".extern .func (.param .b32 r) f(.param .b32 x);\n.extern .global .u32 shared_count;\n"
           ".global .u32 hidden = 1;\n"
           ".visible .entry k(.param .u64 p) { .reg .b64 %rd; .reg .b32 %r;"
           "ld.param.u64 %rd, [p]; ld.global.u32 %r, [hidden]; ld.global.u32 %r, [shared_count];"
           "{ .param .b32 a; st.param.b32 [a], %r; .param .b32 b; call (b), f, (a);"
           "ld.param.b32 %r, [b]; } st.global.u32 [%rd], %r; ret; }");
  auto second = unit(".visible .global .u32 shared_count = 4;\n.global .u32 hidden = 2;\n"
                     ".visible .func (.param .b32 r) f(.param .b32 x) { .reg .b32 %a, %b;"
                     "ld.param.u32 %a, [x]; ld.global.u32 %b, [hidden]; add.u32 %a, %a, %b;"
                     "st.param.b32 [r], %a; ret; }");
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const Module> alone[] = {first};
  EXPECT_FALSE(link(alone, diagnostics, Externs::Refuse));
  ASSERT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(diagnostics[0].kind, ErrorKind::UnresolvedSymbol);
  EXPECT_NE(diagnostics[0].message.find("Unresolved extern"), std::string::npos);
  diagnostics.clear();
  std::shared_ptr<const Module> both[] = {first, second};
  auto program = link(both, diagnostics);
  ASSERT_TRUE(program);
  std::vector<std::string> names;
  for (const auto& variable : variables(*program))
    names.push_back(variable.name);
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"hidden", "hidden.1", "shared_count"}));
}

TEST(Link, ExternVariablesOfOneSourceAreItsOwn) {
  std::shared_ptr<const Module> alone[] = {unit(".extern .global .u32 g;\n.extern .const .u64 c;\n"
                                                ".visible .global .u64 h = g;\n"
                                                ".extern .shared .b8 dynamic[];\n")};
  std::vector<Diagnostic> diagnostics;
  auto program = link(alone, diagnostics);
  ASSERT_TRUE(program);
  EXPECT_EQ(variables(*program).size(), 3U);
  ASSERT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(diagnostics[0].severity, Severity::Warning);
  diagnostics.clear();
  EXPECT_FALSE(link(alone, diagnostics, Externs::Refuse)); // the one that nothing uses, too
  EXPECT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(diagnostics[0].severity, Severity::Error);
  diagnostics.clear();
  std::shared_ptr<const Module> unsized[] = {unit(".extern .global .b8 g[];\n")};
  EXPECT_FALSE(link(unsized, diagnostics));
  EXPECT_EQ(diagnostics.size(), 1U);
}

TEST(Link, ConstantsAreLimited_H063) {
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const Module> most[] = {unit(".const .b8 c[65532];\n.const .u32 d;\n")};
  EXPECT_TRUE(link(most, diagnostics));
  std::shared_ptr<const Module> padded[] = {unit(".const .b8 c[65533];\n.const .u32 d;\n")};
  EXPECT_FALSE(link(padded, diagnostics));
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_NE(diagnostics[0].message.find("too much global constant data (0x10004"),
            std::string::npos)
      << diagnostics[0].message;
  diagnostics.clear();
  std::shared_ptr<const Module> two[] = {unit(".visible .const .b8 c[40000];\n"),
                                         unit(".visible .const .b8 d[40000];\n")};
  EXPECT_FALSE(link(two, diagnostics));
}

TEST(Link, WeakAndDuplicateDefinitions) {
  auto weak = unit(".weak .global .u32 x = 1;\n.weak .func f() { ret; }");
  auto strong = unit(".visible .global .u32 x = 2;\n.visible .func f() { ret; }");
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const Module> good[] = {weak, strong, unit(".weak .func f() { ret; }")};
  auto program = link(good, diagnostics);
  ASSERT_TRUE(program);
  ASSERT_EQ(variables(*program).size(), 1U);
  EXPECT_EQ(variables(*program)[0].initialiser.at(0), 2U);
  std::shared_ptr<const Module> bad[] = {strong, unit(".visible .global .u32 x = 3;")};
  EXPECT_FALSE(link(bad, diagnostics));
  EXPECT_EQ(diagnostics.at(0).message, "Multiple definition of 'x'");
}

TEST(ContentKey, DependsOnWhatIsReached) {
  auto key = [](const std::string& text) { return contentKey(*parsed(text), "k"); };
  std::string base = ".func f() { ret; }\n.func g() { ret; }\n.global .u32 v[4] = {1};\n"
                     ".visible .entry k() { .reg .b64 %rd; mov.u64 %rd, v; call.uni f; ret; }";
  std::string original = key(base);
  EXPECT_EQ(original.size(), 64U);
  auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = base;
    text.replace(text.find(from), from.size(), to);
    return key(text);
  };
  EXPECT_EQ(original, replaced("ret; }", "// a comment\n ret;\n}"));
  EXPECT_EQ(original, replaced(".func g() { ret; }", ".func g() { trap; }"));
  EXPECT_EQ(original, replaced("{1}", "{2}"));
  EXPECT_NE(original, replaced(".func f() { ret; }", ".func f() { trap; }"));
  EXPECT_NE(original, replaced("v[4]", "v[5]"));
  EXPECT_NE(original, replaced("call.uni f; ret;", "call.uni f; exit;"));
}

// What kernels of GCC's OpenMP call is compiled once for all of them; what nothing calls, never.
TEST(SeparateFunctions, AreAllOfUniformSimtCode) {
  const std::string text =
      ".func f() { ret; }\n.func g() { call.uni f; ret; }\n.func i() { ret; }\n"
      ".func h() { call.uni i; ret; }\n.func unused() { ret; }\n"
      ".global .u64 table[1] = {h};\n.visible .entry k() { call.uni g; ret; }";
  EXPECT_EQ(separateFunctions(*parsed(text)), std::vector<std::string>{"h"});
  const auto uniform = parsed(".visible .shared .align 4 .b32 __nvptx_uni[32];\n" + text);
  const std::vector<std::string> names = separateFunctions(*uniform);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
            (std::set<std::string>{"f", "g", "h", "i"}));
  llvm::LLVMContext context;
  std::vector<Diagnostic> diagnostics;
  const auto kernel = lower(*uniform, "k", context, diagnostics);
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel->getFunction("g")->isDeclaration());
  const auto function = lower(*uniform, "g", context, diagnostics);
  ASSERT_TRUE(function);
  EXPECT_FALSE(function->getFunction("g")->isDeclaration());
  EXPECT_TRUE(function->getFunction("f")->isDeclaration());
}

TEST(ContentKey, OfSeveralFunctionsDependsOnAllThatTheyReach) {
  const auto key = [](const std::string& f, std::vector<std::string> names) {
    return contentKey(*parsed(".func f() { " + f +
                              " }\n.func g() { call.uni f; ret; }\n"
                              ".func h() { ret; }"),
                      names);
  };
  EXPECT_NE(key("ret;", {"g", "h"}), key("trap;", {"g", "h"}));
  EXPECT_NE(key("ret;", {"g", "h"}), key("ret;", {"g"}));
  EXPECT_EQ(key("ret;", {"h"}), key("trap;", {"h"}));
}

TEST(ContentKey, OfUniformSimtKernelsLeavesOutWhatTheirFunctionsCall) {
  const auto key = [](const std::string& f, const std::string& g) {
    return contentKey(*parsed(".visible .shared .align 4 .b32 __nvptx_uni[32];\n.func f() { " + f +
                              " }\n.func g() { call.uni f; " + g +
                              " }\n.visible .entry k() { call.uni g; ret; }"),
                      "k");
  };
  EXPECT_EQ(key("ret;", "ret;"), key("trap;", "ret;"));
  EXPECT_NE(key("ret;", "ret;"), key("ret;", "trap;"));
}

TEST(Declarations, DebugSectionsAndDirectivesAreSkipped) {
  auto module = parsed(".version 7.0\n.target sm_70, debug\n.address_size 64\n.file 1 \"a.cu\"\n"
                       ".visible .entry k()\n{\n.pragma \"nounroll\";\n.loc 1 5 3\n"
                       ".loc 1 6 3, function_name $L__info_string0, inlined_at 1 5 3\nret;\n}\n"
                       ".section .debug_str\n{\n$L__info_string0:\n.b8 1,2,3\n}\n");
  EXPECT_EQ(kernels(*module).size(), 1U);
}

TEST(Declarations, Aliases) {
  std::string ir = loweredText(".func body() { trap; }\n.func other();\n.alias other, body;\n"
                               ".visible .entry k() { call.uni other; ret; }",
                               "k");
  EXPECT_NE(ir.find("call void @body()"), std::string::npos) << ir;
}

// PTX leaves their values to the driver; NVIDIA's keeps things of its own in a few, ours none.
TEST(Module, EnvironmentRegistersAreZero) {
  for (std::string_view name : {"%envreg0", "%envreg31", "%pm0", "%pm7"})
    EXPECT_EQ(Snippet("mov.u32 %d, " + std::string(name) + ";")(), 0U) << name;
  EXPECT_NE(firstError(".entry k() { .reg .b32 %r; mov.u32 %r, %envreg32; ret; }"), "accepted");
}

} // namespace
} // namespace heddle::ptx::testing
