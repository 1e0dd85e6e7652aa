// All gangs read what the block shares at one place (the sum of a reduction, say) before any of
// them goes on to write there. Programs that lack a barrier between the two work on GPUs, where the
// warps read soon after the barrier before. The pass inserts heddle.yield behind such a load, so
// that gangs, which run one after the other, read in turn as well.
//
//   call void @heddle.barrier(i32 0, i32 0)        call void @heddle.barrier(i32 0, i32 0)
//   %sum = load i32, ptr addrspace(3) @total  =>   %sum = load i32, ptr addrspace(3) @total
//   store i32 0, ptr addrspace(3) @total           call void @heddle.yield()
//                                                  store i32 0, ptr addrspace(3) @total
//
// Runs on the kernel before lower-shared-memory, while shared variables can be told apart.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class InsertBroadcastYieldsPass : public llvm::PassInfoMixin<InsertBroadcastYieldsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
