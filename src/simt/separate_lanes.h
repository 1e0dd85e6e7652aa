// Loops in which the lanes of a gang are better off one after the other. In a loop like that over
// the row of a sparse matrix, a row a thread, each lane walks through memory of its own, and for as
// long as its row is: a gang gathers from as many places as it has lanes, and goes on until the
// longest row is done. One lane alone reads its row as a stream.
//
// The pass moves such a loop into a scalar function, which gangs call lane by lane, like the thread
// functions of thread_functions.h; clean-up-block-function inlines it into the loop over the lanes.
//
//   loop:  %k = phi i32 [ %first, %a ], [ %next, %loop ]      %sum = call float @k.loop(%first,
//   ...)
//          ... load, load, fma ...                       =>   br label %done
//          br i1 %more, label %loop, label %done
//   done:  %sum = phi float [ %s, %loop ]                     define float @k.loop.thread(ptr, i32,
//   ...)
//
// A kernel that is hardly more than such loops runs one lane at a time altogether.
//
// Needs canonical control flow. The loop must not store, nor meet other threads: then nobody can
// tell in which order its lanes have run. Its results are the same bits, since what one thread
// computes stays in order.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class SeparateLanesPass : public llvm::PassInfoMixin<SeparateLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
