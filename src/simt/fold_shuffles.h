// Folds shuffles of shuffles. Where a store to every second element follows a load or store of the
// others, build-gang-functions shuffles what LLVM then finds to be another shuffle's result:
//
//   %both = shufflevector <4 x float> %x, <4 x float> %old, <4 x i32> <i32 0, i32 5, i32 1, i32 7>
//   %new = shufflevector <4 x float> %both, <4 x float> %y, <4 x i32> <i32 0, i32 4, i32 2, i32 5>
// becomes
//   %new = shufflevector <4 x float> %x, <4 x float> %y, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
//
// if the elements come from at most two vectors of one type. LLVM's own passes do so only where
// they know that no target has a slower instruction for the result. Leaves shuffles behind that
// nobody uses any more.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class FoldShufflesPass : public llvm::PassInfoMixin<FoldShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
