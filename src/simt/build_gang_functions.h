// Builds the gang function of the kernel, and of each function that gangs call: W lanes that
// execute one instruction stream under a mask, where W is the gang width noted on the function. The
// code itself is emitted by GangBuilder (gang_builder.h), in the order and under the masks that the
// linearisation has planned.
//
//   define void @k(ptr %params)  =>  define internal void @block.gang(ptr %context, i32 %gang)
//   %x = load float, ptr %p          %x = load <16 x float>, ptr %p0
//   %y = fadd float %x, 1.0          %y = fadd <16 x float> %x, splat (float 1.0)
//
// Needs one return, no aggregates across blocks and canonical control flow. Leaves the thread IR,
// for drop-thread-ir. Some code has no form under masks, a vector atomic for one. What happens then
// is the pipeline's choice: to note that the kernel runs one lane at a time and leave no gang
// function, so that the pass can run again, or to report the failure.
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>

namespace heddle::simt {

class BuildGangFunctionsPass : public llvm::PassInfoMixin<BuildGangFunctionsPass> {
public:
  enum class OnFailure { FallBackToOneLane, Report };
  BuildGangFunctionsPass(std::string name, OnFailure onFailure)
      : name_(std::move(name)), onFailure_(onFailure) {}
  // Does nothing if the kernel has a gang function already.
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  std::string name_; // of the kernel's gang function
  OnFailure onFailure_;
};

} // namespace heddle::simt
