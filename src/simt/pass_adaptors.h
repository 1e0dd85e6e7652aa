// Passes that run other passes: on some functions of a module, or depending on the execution form.
#pragma once

#include "llvm/IR/PassManager.h"

#include <functional>
#include <vector>

namespace heddle::simt {

// Runs function passes on the functions that the selector names, in that order, each function
// through all passes before the next one.
class SelectedFunctionsAdaptor {
public:
  using Selector = std::vector<llvm::Function*> (*)(llvm::Module& module);
  SelectedFunctionsAdaptor(Selector select, llvm::FunctionPassManager passes)
      : select_(select), passes_(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  Selector select_;
  llvm::FunctionPassManager passes_;
};

// Runs function passes on the kernel and the functions that its gangs call, callers first.
class GangFunctionsAdaptor : public SelectedFunctionsAdaptor,
                             public llvm::PassInfoMixin<GangFunctionsAdaptor> {
public:
  explicit GangFunctionsAdaptor(llvm::FunctionPassManager passes);
};

// Runs function passes on the gang function of the kernel.
class KernelGangAdaptor : public SelectedFunctionsAdaptor,
                          public llvm::PassInfoMixin<KernelGangAdaptor> {
public:
  explicit KernelGangAdaptor(llvm::FunctionPassManager passes);
};

// Runs one pipeline or the other, by the form that is noted on the kernel.
class ExecutionFormAdaptor : public llvm::PassInfoMixin<ExecutionFormAdaptor> {
public:
  ExecutionFormAdaptor(llvm::ModulePassManager gangs, llvm::ModulePassManager fibers)
      : gangs_(std::move(gangs)), fibers_(std::move(fibers)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

private:
  llvm::ModulePassManager gangs_, fibers_;
};

// Lets somebody else look at the module between two passes, or change its debug locations.
class ModuleCallbackPass : public llvm::PassInfoMixin<ModuleCallbackPass> {
public:
  explicit ModuleCallbackPass(std::function<void(llvm::Module&)> callback)
      : callback_(std::move(callback)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    callback_(module);
    return llvm::PreservedAnalyses::all();
  }

private:
  std::function<void(llvm::Module&)> callback_;
};

} // namespace heddle::simt
