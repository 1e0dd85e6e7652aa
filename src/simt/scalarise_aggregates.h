// Leaves no vector or struct of thread IR across blocks, so that build-gang-functions meets only
// scalars, which become vectors over the lanes, and the short vectors of wide loads and stores.
//
//   a:  %v = load <2 x float>, ptr %p          a:  %v = load <2 x float>, ptr %p
//       br label %b                       =>       %x = extractelement <2 x float> %v, i64 0
//   b:  %x = extractelement <2 x float> %v, 0      br label %b
//       %y = fadd float %x, 1.0                b:  %y = fadd float %x, 1.0
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class ScalariseAggregatesPass : public llvm::PassInfoMixin<ScalariseAggregatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
