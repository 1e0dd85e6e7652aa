// The pipeline as a whole: its errors, its fall-back, and what HEDDLE_DUMP asks for.
#include "simt/dump.h"
#include "simt/execution_form.h"
#include "simt/pass_runner.h"
#include "simt/pipeline.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace heddle;

namespace {

std::unique_ptr<llvm::Module> parse(llvm::StringRef text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  return module;
}

// Runs the passes; returns the failure, or nothing.
std::string run(llvm::StringRef passes, llvm::Module& module, std::string& printed) {
  simt::PassRunner runner({.registerBits = 512});
  llvm::raw_string_ostream stream(printed);
  auto parsed = runner.parse(passes, "block", stream);
  if (!parsed)
    return llvm::toString(parsed.takeError());
  return llvm::toString(runner.run(std::move(*parsed), module));
}

TEST(SimtPipeline, StopsAtAFailure) {
  llvm::LLVMContext context;
  auto module = parse("@s = addrspace(3) global i32 undef\n"
                      "declare void @heddle.barrier(i32, i32)\n"
                      "define i32 @f() {\n"
                      "  call void @heddle.barrier(i32 0, i32 0)\n"
                      "  %v = load i32, ptr addrspace(3) @s\n"
                      "  ret i32 %v\n"
                      "}\n",
                      context);
  std::string printed;
  EXPECT_EQ(run("add-thread-functions,lower-shared-memory", *module, printed),
            "heddle.barrier in f, a function that is called through a pointer or recursively");
  EXPECT_TRUE(module->getNamedGlobal("s")) << "lower-shared-memory ran after a failure";
}

TEST(SimtPipeline, FallsBackToOneLane) {
  llvm::LLVMContext context;
  auto module =
      parse("define void @k(ptr %params) \"heddle-kernel\" \"heddle-block-dim\"=\"64\" {\n"
            "  %p = load ptr, ptr %params, !invariant.load !0\n"
            "  %v = atomicrmw fadd ptr %p, <2 x half> splat (half 1.0) monotonic\n"
            "  ret void\n"
            "}\n"
            "!0 = !{}\n",
            context);
  std::string printed;
  EXPECT_EQ(run("choose-execution-form,print<execution-form>,gang-functions(unify-returns,"
                "canonicalise-control-flow),build-gang-functions<fall-back>,"
                "print<execution-form>,build-gang-functions,build-block-function",
                *module, printed),
            "");
  EXPECT_EQ(printed, "heddle: kernel k, block 64x1x1: gang of 16 lanes (one register of 32-bit "
                     "values)\n"
                     "heddle: kernel k, block 64x1x1: one lane at a time (no form under masks: a "
                     "vector atomic)\n");
  EXPECT_EQ(llvm::cantFail(simt::blockCode(*module, "block")).gangWidth, 1u);
}

TEST(SimtPipeline, NamesUnknownPasses) {
  llvm::LLVMContext context;
  auto module = parse("", context);
  std::string printed;
  EXPECT_EQ(run("no-such-pass", *module, printed), "unknown pass name 'no-such-pass'");
}

TEST(SimtDump, TakesWholeWords) {
  setenv("HEDDLE_DUMP", "thread,times", 1);
  EXPECT_TRUE(simt::isDumped("thread"));
  EXPECT_TRUE(simt::isDumped("times"));
  EXPECT_FALSE(simt::isDumped("time"));
  EXPECT_FALSE(simt::isDumped("block"));
  setenv("HEDDLE_DUMP", "blocks", 1);
  EXPECT_FALSE(simt::isDumped("block"));
  unsetenv("HEDDLE_DUMP");
  EXPECT_FALSE(simt::isDumped("thread"));
}

} // namespace
