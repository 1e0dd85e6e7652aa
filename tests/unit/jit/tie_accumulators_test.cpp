// The pass on machine code of x86-64, also where tests run on another CPU.
#include "jit/tie_accumulators.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

using namespace heddle;

namespace {

// Runs the pass on these instructions of a function; %0 to %3 come from elsewhere. Returns what
// becomes of them.
std::string tied(const std::string& instructions) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget("x86_64", error);
  if (!target)
    return error;
  std::unique_ptr<llvm::LLVMTargetMachine> machine(
      static_cast<llvm::LLVMTargetMachine*>(target->createTargetMachine(
          "x86_64-unknown-linux-gnu", "haswell", "", {}, llvm::Reloc::PIC_)));
  std::string text = R"(--- |
  define void @f() { ret void }
...
---
name: f
tracksRegLiveness: true
body: |
  bb.0:
    liveins: $ymm0, $ymm1, $ymm2, $ymm3

    %0:vr256 = COPY $ymm0
    %1:vr256 = COPY $ymm1
    %2:vr256 = COPY $ymm2
    %3:vr256 = VMOVUPSYrr killed $ymm3
)";
  for (llvm::StringRef line : llvm::split(instructions, '\n'))
    text += "    " + line.str() + "\n";
  text += "    RET64\n...\n";
  llvm::LLVMContext context;
  auto parser = llvm::createMIRParser(llvm::MemoryBuffer::getMemBufferCopy(text), context);
  std::unique_ptr<llvm::Module> module = parser ? parser->parseIRModule() : nullptr;
  if (!module)
    return "no module";
  module->setDataLayout(machine->createDataLayout());
  auto* information = new llvm::MachineModuleInfoWrapperPass(machine.get());
  llvm::legacy::PassManager passes;
  passes.add(information);
  if (parser->parseMachineFunctions(*module, information->getMMI()))
    return "no machine functions";
  passes.add(jit::createTieAccumulatorsPass());
  passes.run(*module);
  const llvm::MachineFunction* function =
      information->getMMI().getMachineFunction(*module->getFunction("f"));
  if (!function->verify(nullptr, nullptr, false))
    return "wrong machine code";
  std::string result;
  llvm::raw_string_ostream stream(result);
  unsigned line = 0;
  for (const llvm::MachineInstr& instruction : function->front())
    if (line++ >= 4 && !instruction.isReturn())
      instruction.print(stream, true, false, false, true);
  return result;
}

} // namespace

TEST(TieAccumulators, ASumStaysInItsRegister) {
  // The sum %2 was copied, and is not needed any more.
  EXPECT_EQ(tied("%4:vr256 = COPY %3\n"
                 "%4:vr256 = nofpexcept VFMADD213PSYr %4, %1, killed %2, implicit $mxcsr"),
            "%4:vr256 = COPY killed %2:vr256\n"
            "%4:vr256 = nofpexcept VFMADD231PSYr %4:vr256(tied-def 0), %1:vr256, %3:vr256, "
            "implicit $mxcsr\n");
}

TEST(TieAccumulators, AFactorsLastUseIsTheProduct) {
  EXPECT_EQ(tied("%4:vr256 = COPY killed %3\n"
                 "%4:vr256 = nofpexcept VFMADD213PSYr %4, %1, killed %2, implicit $mxcsr"),
            "%4:vr256 = COPY killed %2:vr256\n"
            "%4:vr256 = nofpexcept VFMADD231PSYr %4:vr256(tied-def 0), %1:vr256, killed %3:vr256, "
            "implicit $mxcsr\n");
}

TEST(TieAccumulators, ASumThatIsNeededLaterIsNotOverwritten) {
  const std::string before =
      "%4:vr256 = COPY %3:vr256\n"
      "%4:vr256 = nofpexcept VFMADD213PSYr %4:vr256(tied-def 0), %1:vr256, %2:vr256, "
      "implicit $mxcsr\n";
  EXPECT_EQ(tied("%4:vr256 = COPY %3\n"
                 "%4:vr256 = nofpexcept VFMADD213PSYr %4, %1, %2, implicit $mxcsr"),
            before);
}

TEST(TieAccumulators, AValueThatIsNoSumIsNotPreferred) {
  const std::string before =
      "%4:vr256 = COPY %2:vr256\n"
      "%4:vr256 = nofpexcept VFMADD213PSYr %4:vr256(tied-def 0), %1:vr256, killed %3:vr256, "
      "implicit $mxcsr\n";
  EXPECT_EQ(tied("%4:vr256 = COPY %2\n"
                 "%4:vr256 = nofpexcept VFMADD213PSYr %4, %1, killed %3, implicit $mxcsr"),
            before);
}

TEST(TieAccumulators, ASquareStaysASquare) {
  const std::string before =
      "%4:vr256 = COPY %3:vr256\n"
      "%4:vr256 = nofpexcept VFMADD213PSYr %4:vr256(tied-def 0), %4:vr256, killed %2:vr256, "
      "implicit $mxcsr\n";
  EXPECT_EQ(tied("%4:vr256 = COPY %3\n"
                 "%4:vr256 = nofpexcept VFMADD213PSYr %4, %4, killed %2, implicit $mxcsr"),
            before);
}

TEST(TieAccumulators, ASumThatIsAFactorTooIsNotOverwritten) {
  const std::string before =
      "%4:vr256 = COPY %3:vr256\n"
      "%4:vr256 = nofpexcept VFMADD213PSYr %4:vr256(tied-def 0), %2:vr256, killed %2:vr256, "
      "implicit $mxcsr\n";
  EXPECT_EQ(tied("%4:vr256 = COPY %3\n"
                 "%4:vr256 = nofpexcept VFMADD213PSYr %4, %2, killed %2, implicit $mxcsr"),
            before);
}
