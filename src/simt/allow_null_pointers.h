// Puts `null_pointer_is_valid` on all functions: a kernel that uses a null pointer has a fault to
// report, not code that LLVM may leave out.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class AllowNullPointersPass : public llvm::PassInfoMixin<AllowNullPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
