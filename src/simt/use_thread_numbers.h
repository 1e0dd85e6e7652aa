// Where several rows of a block share a gang, neither threadIdx.x nor threadIdx.y is affine, but
// the number of a thread in its block is, by which many kernels copy tiles:
//
//   %row = shl i32 %tid.y, 2                        %warp = shl i32 %warpid, 5
//   %thread = or disjoint i32 %row, %tid.x    =>    %thread = add nuw nsw i32 %warp, %laneid
//
// So loads and stores at such an index are contiguous. Needs the execution form. Does nothing in
// other gangs, in which threadIdx.x is affine itself.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class UseThreadNumbersPass : public llvm::PassInfoMixin<UseThreadNumbersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
