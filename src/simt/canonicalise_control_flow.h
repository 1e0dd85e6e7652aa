// Brings control flow into the form that the analyses expect: branches with two targets in place of
// switches, loops with one entry, a preheader, one latch and exits of their own, no critical edges,
// and values that leave a loop only through phis behind it (LLVM's loop-simplified, loop-closed
// form).
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CanonicaliseControlFlowPass : public llvm::PassInfoMixin<CanonicaliseControlFlowPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
