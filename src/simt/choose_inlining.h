// Which device functions of a kernel are inlined, and which are called. Everything that can be
// inlined is: code that is one function is understood and optimised best. Only where that would
// make a kernel very large, functions that are called from several places stay functions, which
// gangs call (called_functions.h).
//
// choose-inlining puts `alwaysinline` on the former and `heddle-called-by-gangs` on the latter;
// LLVM's always-inline does the rest. Recursive functions get neither. inline-called-functions
// takes the choice back: it makes all functions that gangs would call `alwaysinline`.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class ChooseInliningPass : public llvm::PassInfoMixin<ChooseInliningPass> {
public:
  // `callWherePossible`: gangs call functions in small kernels, too, which tests ask for.
  explicit ChooseInliningPass(bool callWherePossible = false)
      : callWherePossible_(callWherePossible) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  bool callWherePossible_;
};

class InlineCalledFunctionsPass : public llvm::PassInfoMixin<InlineCalledFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// Lanes that wait for each other are understood only when all that they do is seen, and threads
// that run as fibers make no such calls: in these cases the functions are inlined after all, and
// the thread IR is cleaned up again.
class InlineWaitingFunctionsPass : public llvm::PassInfoMixin<InlineWaitingFunctionsPass> {
public:
  explicit InlineWaitingFunctionsPass(llvm::ModulePassManager cleanUp)
      : cleanUp_(std::move(cleanUp)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  llvm::ModulePassManager cleanUp_;
};

} // namespace heddle::simt
