// Copies of guarded regions. `if (i < n) body` becomes: a branch that all lanes take together to a
// copy of the body when the condition holds for all active lanes, past it when it holds for none,
// and to the masked body otherwise. The tests are uniform, so that the copy runs under the mask
// that was there before, for a whole gang without any. Likewise a loop that lanes leave at
// different times first runs in a copy, as long as no lane leaves it.
//
//   a:  br i1 %c, label %body, label %join     a:     %all = call i1 @heddle.mask.all(i1 %c)
//                                                     br i1 %all, label %body.all, label %some
//                                         =>   some:  %any = call i1 @heddle.mask.any(i1 %c)
//                                                     br i1 %any, label %mixed, label %join
//                                              mixed: br i1 %c, label %body, label %join
//
// Needs canonical control flow, and leaves it to canonicalise-control-flow to restore it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class CopyGuardedRegionsPass : public llvm::PassInfoMixin<CopyGuardedRegionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
