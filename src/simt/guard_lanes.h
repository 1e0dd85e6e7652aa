// Lanes without work return at once. In a block that is no multiple of the gang's width, these are
// the lanes of the last gang that have no thread (guard-partial-gang); in a function that a gang
// calls with part of its lanes, those that do not call it (guard-called-lanes).
//
//   entry:  ...                   guard:   %inside = call i1 @heddle.inside()
//           br label %return               br i1 %inside, label %entry, label %return
//   return: ret void          =>  entry:   ...
//                                 return:  ret void
//
// Needs one block that returns (unify-returns).
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class GuardPartialGangPass : public llvm::PassInfoMixin<GuardPartialGangPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

class GuardCalledLanesPass : public llvm::PassInfoMixin<GuardCalledLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
