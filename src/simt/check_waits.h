// Makes a kernel tell the engine where its threads wait for each other, so that the tool synccheck
// can say who waits where when no thread of a grid can go on: in the loops of waiting_loops.h, and
// at barriers of the block in functions with such loops.
//
//   loop:  %v = load volatile i32, ptr %flag      loop:  %v = load volatile i32, ptr %flag
//          %z = icmp eq i32 %v, 0                        %z = icmp eq i32 %v, 0
//          br i1 %z, label %loop, label %done  =>        br i1 %z, label %again, label %done
//                                                again: call void @heddle_sync_wait(ptr @site, …)
//                                                        br label %loop
//   done:  …                                      done:  call void @heddle_sync_went_on()
//
// Code without loops that wait is left as it is: what waits there are barriers alone, and the
// schedulers of a block know when those cannot complete (exec/barrier_deadlock.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CheckWaitsPass : public llvm::PassInfoMixin<CheckWaitsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
