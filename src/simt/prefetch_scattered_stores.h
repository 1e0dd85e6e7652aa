// Lets a gang fetch the lines that its scattered stores will write, some stores ahead. CPUs store
// in order, so that one store to a line that is in no cache holds up all that follow, and a few
// dozen wait in the CPU at most. With addresses that memory decides about, as in the passes of a
// radix sort, a gang then waits for nearly each line by itself. So where such stores follow each
// other, as in an unrolled loop, addresses are computed earlier, and prefetched to be written:
//
//   scatter(%x0, %p0)                        %i1 = gather(%shared, %digit1)
//   %i1 = gather(%shared, %digit1)           %p1 = getelementptr i32, ptr %out, %i1
//   %p1 = getelementptr i32, ptr %out, %i1   call void @llvm.prefetch(extractelement %p1, 0), …
//   scatter(%x1, %p1)                   =>   scatter(%x0, %p0)
//                                            scatter(%x1, %p1)
//
// What is computed earlier may read the memory of the block (shared memory and its frame) only, and
// the stores that it passes must be to an array among the parameters, which is never that memory.
// Neighbouring lanes often store to one line, so only some lanes of each store are prefetched.
//
// Runs on block functions and regions, near their end.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class PrefetchScatteredStoresPass : public llvm::PassInfoMixin<PrefetchScatteredStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
