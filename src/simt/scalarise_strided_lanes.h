// Takes vectors apart whose lanes are only moved and hardly computed with. Where lanes lie far
// apart in memory, as in the upper steps of a scan through shared memory, a gang gathers, computes
// once for all lanes, and scatters:
//
//   %at = getelementptr i8, ptr %base, <4 x i64> <i64 0, i64 64, i64 128, i64 192>
//   %x = call <4 x float> @llvm.masked.gather(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), …)
//   %y = fadd <4 x float> %x, splat (float 1.0)
//   call void @llvm.masked.scatter(<4 x float> %y, <4 x ptr> %at, i32 4, <4 x i1> splat (i1 true))
//
// A gather costs more than the loads of its lanes would, and a scatter more than the stores, and
// the next step has to wait for both. Only the arithmetic is cheaper with vectors. So where there
// are at most as many arithmetic instructions as accesses, each lane loads, computes and stores by
// itself. A load stays before all stores of other lanes that it was before, so the results are the
// same.
//
// Runs on a gang function. Needs constant masks and constant distances between lanes, which tell
// which lanes there are and where; leaves other gathers and scatters alone, and all of them where
// loops over strips of lanes will take the vectors apart (strip_mine_vectors.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class ScalariseStridedLanesPass : public llvm::PassInfoMixin<ScalariseStridedLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
