// Device functions that are reached through pointers are a module of their own, compiled once for
// all kernels. export-thread-functions gives each F.thread (thread_functions.h) the name and the
// linkage of F, which it replaces.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class ExportThreadFunctionsPass : public llvm::PassInfoMixin<ExportThreadFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
