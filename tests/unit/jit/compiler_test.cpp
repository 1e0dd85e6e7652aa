// What the compiler takes from LLVM by name must be there under that name.
#include "jit/host.h"
#include "jit/split_long_blocks.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

#include <gtest/gtest.h>

using namespace heddle;

TEST(Compiler, OptionsThatAreSetAreRegistered) {
  jit::host();
  EXPECT_TRUE(llvm::cl::getRegisteredOptions().contains("pre-RA-sched"));
  const auto limit = llvm::cl::getRegisteredOptions().find("scalar-evolution-huge-expr-threshold");
  ASSERT_NE(limit, llvm::cl::getRegisteredOptions().end());
  EXPECT_EQ(static_cast<llvm::cl::opt<unsigned>*>(limit->second)->getValue(), 512u);
}

TEST(Compiler, LongBlocksAreSplitBehindTheirAllocas) {
  llvm::LLVMContext context;
  llvm::Module module("test", context);
  llvm::IRBuilder<> builder(context);
  llvm::Type* const type = builder.getInt32Ty();
  auto* const function = llvm::Function::Create(llvm::FunctionType::get(type, {type}, false),
                                                llvm::GlobalValue::ExternalLinkage, "long", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
  llvm::Value* value = function->getArg(0);
  for (unsigned i = 0; i < 3000; ++i) {
    if (i < 300)
      builder.CreateAlloca(type);
    value = builder.CreateMul(value, function->getArg(0));
  }
  builder.CreateRet(value);
  jit::splitLongBlocks(module);
  EXPECT_FALSE(llvm::verifyModule(module, &llvm::errs()));
  EXPECT_EQ(function->getInstructionCount(), 3301u + (function->size() - 1)); // and the branches
  for (llvm::BasicBlock& block : *function) {
    if (&block == &function->getEntryBlock())
      continue;
    EXPECT_LE(block.size(), 201u);
    for (llvm::Instruction& instruction : block)
      EXPECT_FALSE(llvm::isa<llvm::AllocaInst>(instruction));
  }
  EXPECT_GT(function->size(), 10u);
}

#if defined(__x86_64__)
TEST(Compiler, PassesLeftOutAreRegistered) {
  jit::host();
  const llvm::StringRef name = "x86-domain-reassignment";
  EXPECT_TRUE(llvm::PassRegistry::getPassRegistry()->getPassInfo(name));
}
#endif
