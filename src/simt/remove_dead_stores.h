// LLVM's dead store elimination on thread IR, where it may run: a store that its own thread does
// not need may be for the next lane, so kernels whose lanes read each other's stores
// (lockstep_analysis.h) keep all of theirs.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class RemoveDeadStoresPass : public llvm::PassInfoMixin<RemoveDeadStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
