// Unrolls loops that halve or double a number from barrier to barrier, as the steps of reductions,
// scans, sorting networks and Fourier transforms do.
//
//   loop:  %d = phi i32 [ 128, %entry ], [ %half, %next ]
//          call void @heddle.barrier(i32 0, i32 0)
//          %works = icmp ult i32 %tid, %d
//          ...                                        ; reads data[tid + d]
//          %half = lshr i32 %d, 1
//
// In each copy of the body the number is a constant. Then it is known which gangs work at all, and
// how far the elements that neighbouring lanes access lie apart, neither of which can be said of
// the loop as a whole. Needs loops in simplified form whose trip count is a constant, and leaves
// constants to be folded.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class UnrollBarrierLoopsPass : public llvm::PassInfoMixin<UnrollBarrierLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
