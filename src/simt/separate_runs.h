// Lets threads update counters in shared memory element by element where they do it once for a run
// of equal neighbours, as CUB's histograms do. On a GPU that saves atomic instructions. Here an
// update within the block is a load and a store (gang_atomics.cpp), and lanes whose runs end at
// different elements part in each step.
//
//   if (%a != %b) { atomicrmw add %counters[%a], 1; %carried = 0 } else %carried = 1
//   %count = %carried + 1
//   if (%b != %c) { atomicrmw add %counters[%b], %count; %carried = 0 } else %carried = %count
//   atomicrmw add %counters[%c], %carried + 1
//
//   =>
//
//   if (heddle.mask.all(%a == %b)) { as above }
//   else {
//     atomicrmw add %counters[%a], 1
//     atomicrmw add %counters[%b], 1
//     atomicrmw add %counters[%c], 1
//   }
//
// What is carried goes to the same counter in the next step, so that the sums are the same. Where
// the first two elements are equal in all lanes, most of the runs go on in all of them: updates are
// few, and each would wait for the last one, which had the same counter. Then the code stays as it
// is.
//
// Needs canonical control flow. Changes the control flow, which stays canonical.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class SeparateRunsPass : public llvm::PassInfoMixin<SeparateRunsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
