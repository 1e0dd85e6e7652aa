#include "simt/promote_variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses PromoteVariablesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const auto variables =
      static_cast<std::size_t>(count_if(instructions(function), [](const Instruction& instruction) {
        return isa<AllocaInst>(instruction);
      }));
  if (variables * function.size() > mostPhis_)
    return PreservedAnalyses::all();
  return SROAPass(SROAOptions::ModifyCFG).run(function, analyses);
}

} // namespace heddle::simt
