// Where the gangs of a block take turns without having to meet.
//
// insert-yields inserts heddle.wait in loops that wait for another thread, which may be one of the
// same block, and heddle.yield in loops over the whole grid's data (grid-stride loops, and loops
// whose step passes over whole tiles of the block), where the gangs of a block then read
// neighbouring memory instead of each going through all of it. It needs
// canonical control flow; only the latch of a loop is changed.
//
//   loop:  %v = load volatile i32, ptr %flag        loop:  %v = load volatile i32, ptr %flag
//          %z = icmp eq i32 %v, 0                          %z = icmp eq i32 %v, 0
//          br i1 %z, label %loop, label %done  =>          br i1 %z, label %wait, label %done
//                                                   wait:  call void @heddle.wait()
//                                                          br label %loop
//
// insert-waits does the former alone, in all functions, for threads that run as fibers.
#pragma once

#include "ir/thread_operations.h"

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class InsertYieldsPass : public llvm::PassInfoMixin<InsertYieldsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

class InsertWaitsPass : public llvm::PassInfoMixin<InsertWaitsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Calls ThreadOp::Yield or ThreadOp::Wait before the instruction.
void insertGangSwitch(ThreadOp op, llvm::Instruction* before);

} // namespace heddle::simt
