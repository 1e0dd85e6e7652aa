// Makes the dimensions of the block constants: blockDim becomes a number, an index along an axis of
// length 1 becomes zero, and the other indices get a range.
//
//   %n = call i32 @heddle.ntid.x()          ; uses become 256
//   %i = call i32 @heddle.tid.x()       =>  %i = call range(i32 0, 256) i32 @heddle.tid.x()
//   %j = call i32 @heddle.tid.y()           ; uses become 0
//
// For LLVM's optimiser to make use of this, it runs first. Leaves the dimensions noted on all
// functions, for the passes that follow.
#pragma once

#include "simt/function_attributes.h"

#include "llvm/IR/PassManager.h"

#include <optional>

namespace heddle::simt {

class SpecialiseBlockDimPass : public llvm::PassInfoMixin<SpecialiseBlockDimPass> {
public:
  // Without dimensions of its own, the pass takes those that are noted on the kernel.
  explicit SpecialiseBlockDimPass(std::optional<BlockDim> dim = std::nullopt) : dim_(dim) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

private:
  std::optional<BlockDim> dim_;
};

} // namespace heddle::simt
