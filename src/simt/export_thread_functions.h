// Device functions that are reached through pointers are a module of their own, compiled once for
// all kernels. reject-shared-variables reports those that have shared variables, whose layout
// belongs to each kernel; export-thread-functions gives each F.thread (thread_functions.h) the name
// and the linkage of F, which it replaces.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class RejectSharedVariablesPass : public llvm::PassInfoMixin<RejectSharedVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

class ExportThreadFunctionsPass : public llvm::PassInfoMixin<ExportThreadFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
