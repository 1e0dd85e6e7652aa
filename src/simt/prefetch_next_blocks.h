// Lets a block fetch what the blocks after it will access. A worker runs blocks in the order of
// blockIdx.x, and where blocks end in barriers and reductions, CPUs do not get far enough into the
// next one to hide how long memory takes. So for each access of a gang whose address grows with
// blockIdx.x by a constant, as of `in[blockIdx.x * 512 + threadIdx.x]`, its line of a block that
// comes soon is prefetched. The prefetches of a basic block are spread over the instructions behind
// its accesses, so that memory is busy while the block computes:
//
//   %x = load <16 x float>, ptr %p            ; %p grows by 2048 bytes a block
//   =>
//   %ahead = getelementptr i8, ptr %p, i64 4096
//   call void @llvm.prefetch(ptr %ahead, i32 0, i32 3, i32 1)
//   %x = load <16 x float>, ptr %p
//
// A prefetch never faults, so it does not matter whether there is such a block. Regions that block
// functions call (region_functions.h) do the same. In block functions without barriers
// (kHasBarriers) CPUs overlap blocks by themselves; the pass fetches what these load if they do
// little else than to access a few lines, and no stores. It leaves accesses alone that stand in a
// loop inside the loop over gangs, because that loop comes to the same memory again before the next
// block begins.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class PrefetchNextBlocksPass : public llvm::PassInfoMixin<PrefetchNextBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
