// Removes the bodies of thread IR when gang or thread functions stand for them. What remains of a
// device function is its address, where that is used; functions and declarations without users go.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class DropThreadIrPass : public llvm::PassInfoMixin<DropThreadIrPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
