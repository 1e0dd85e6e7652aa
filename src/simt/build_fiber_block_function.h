// The block function of a kernel whose threads run as fibers, each on a stack of its own. The
// kernel becomes scalar code of one thread, as the functions that it calls do (thread_functions.h),
// and the run-time library runs it for all threads:
//
//   define i32 @block(ptr %context) {
//     %status = call i32 @heddle_run_threads(ptr %context, ptr @block.kernel.thread, i32 256)
//     ret i32 %status
//   }
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>

namespace heddle::simt {

class BuildFiberBlockFunctionPass : public llvm::PassInfoMixin<BuildFiberBlockFunctionPass> {
public:
  explicit BuildFiberBlockFunctionPass(std::string name) : name_(std::move(name)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  std::string name_; // of the block function
};

} // namespace heddle::simt
