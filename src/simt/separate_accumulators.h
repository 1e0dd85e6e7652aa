// Runs lanes one after the other where a thread has more accumulators than a gang has registers.
// In a matrix product with a tile of 8 times 8 elements a thread, a gang of 16 lanes has 64
// registers of sums, most of which would be loaded and stored for each multiplication. The tile of
// one thread fits into 8 registers, if neighbouring elements share a register, and LLVM's SLP
// vectoriser makes it so.
//
//   loop:  %sum0 = phi float ...                      call void @k.tile(ptr %accumulators, ...)
//          ...
//          %sum63 = phi float ...               =>    define void @k.tile.thread(...)
//          ... load, load, fma ...                      %sums = load <8 x float>, ...
//          br i1 %more, label %loop, label %done        ...
//
// The sums live in local memory of the thread in the meantime, also across barriers. The pass takes
// an innermost loop, or a block in a loop where the loop around the multiplications was unrolled.
// What is not a sum of products, or has no neighbouring elements to load, stays as it is.
//
// Needs canonical control flow. The results are the same bits, since each sum is computed in its
// order.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

// An attribute of a kernel: that accumulators of it are summed up lane by lane.
inline constexpr const char* kSeparatedTiles = "heddle-separated-tiles";

class SeparateAccumulatorsPass : public llvm::PassInfoMixin<SeparateAccumulatorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
