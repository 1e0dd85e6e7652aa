// Builds the block function from the kernel's gang function: all gangs of a block, one after the
// other; where there are barriers, region by region (barrier_regions.h, region_functions.h).
//
//   define internal void @block.gang(ptr %context, i32 %gang)  =>  define i32 @block(ptr %context)
//
// Consumes the gang function. Leaves the bytes of the block's frame, and whether the block may
// return before it is done, on the block function (heddle-frame-bytes, heddle-yields).
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>

namespace heddle::simt {

class BuildBlockFunctionPass : public llvm::PassInfoMixin<BuildBlockFunctionPass> {
public:
  explicit BuildBlockFunctionPass(std::string name) : name_(std::move(name)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  std::string name_; // of the block function
};

} // namespace heddle::simt
