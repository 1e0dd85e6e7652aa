// For threads that run as fibers: where a function speaks to other lanes through volatile shared
// memory, the lanes of a warp wait for each other before each access to shared memory. heddle.step
// names the access by its position, so that those who are behind in the code go first.
//
//   load volatile i32, ptr addrspace(3) %p   =>   call void @heddle.step(i64 <position>)
//                                                 load volatile i32, ptr addrspace(3) %p
//
// In uniform SIMT code (warp_synchronous.h) they also wait before each store to memory that is not
// the thread's own, so that all have loaded what one of them changes, and before atomic operations,
// so that all have stored. What another block may be changing, one of them loads for all:
//
//   %v = load volatile i32, ptr %p   =>   %l = load volatile i32, ptr %p
//                                         %v = heddle.agree(%l, %p, <position>)
//
// Runs before lower-shared-memory, which takes the address space away.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class InsertStepsPass : public llvm::PassInfoMixin<InsertStepsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
