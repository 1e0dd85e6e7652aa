// Unrolls small loops of a block function a few times. What a loop over elements computes from its
// counter, as the row and the column of a tile, is simpler from one pass to the one after the next
// than from each to the next:
//
//   for (i = 0; i < 1024; i += 16) tile[i / 32][i % 32] = …   // in steps of 16 lanes
//   =>
//   for (i = 0; i < 1024; i += 32) { tile[i / 32][0] = …; tile[i / 32][16] = …; }
//
// and short regions between barriers no longer count gangs. Steps between barriers that are short
// run for four gangs at once, whatever the CPU. Otherwise LLVM's unrolling does it, with its own
// idea of what is small on this CPU. Loops whose trip count is known are unrolled such that no
// iterations remain for a second loop. Of the other loops, only those are unrolled in which a
// single thread reads memory, as in a sparse product with one thread for each row: there, counting
// costs as much as the work of an iteration, so four iterations run at a time and a second loop
// does what remains. Runs at the end of clean-up-block-function, and cleans up after itself where
// it has unrolled something.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class UnrollSmallLoopsPass : public llvm::PassInfoMixin<UnrollSmallLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
