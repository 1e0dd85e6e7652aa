// Lets each lane update a counter in shared memory itself where lanes with the same key have one of
// them do it for all. On a GPU that saves atomic instructions. Here an update within the block is a
// load and a store (gang_atomics.cpp), and finding the lanes and telling them the result costs many
// times as much. CUB's radix sort ranks keys in this way.
//
//   %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
//   %last = 31 - ctlz(%peers)
//   %rank = ctpop(%peers & lanemask.le)                 ; how many peers there are up to this lane
//   if (%lane == %last) %old = atomicrmw add %counters[%key], %rank
//   %before = call @heddle.shfl.idx(%old, %last, 31, -1)
//   %sum = add %before, %rank
//
//   =>
//
//   %old = atomicrmw add %counters[%key], 1
//   %sum = add %old, 1
//
// Lanes update in their order, so that each finds what those before it have counted. Where the
// address depends on more bits than the key has, as on `%x & %bits` where the key is the lower
// eight of these, a uniform branch asks whether %bits has others, and the code above stays for that
// case.
//
// Needs canonical control flow, gangs that are warps, and code that all lanes run. Changes the
// control flow, which stays canonical.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class SeparateUpdatesPass : public llvm::PassInfoMixin<SeparateUpdatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
