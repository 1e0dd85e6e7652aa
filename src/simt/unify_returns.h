// Gives a function one block that returns, so that lanes which are done early have one place to
// wait for the others. Calls of heddle.exit, traps and unreachable ends become branches to it. A
// loop that nothing leaves gets a way out that nobody takes, so that lanes which have not come into
// it have somewhere to go on.
//
//   a:  call void @heddle.exit()           a:       br label %return
//       unreachable                   =>   b:       br label %return
//   b:  ret void                           return:  ret void
//
// Functions with the attribute heddle-warp-function are of one block already, and stay as they are.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class UnifyReturnsPass : public llvm::PassInfoMixin<UnifyReturnsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
