// Makes one access of elements that lie next to each other and that a thread loads, or stores, one
// by one, where a gang then accesses contiguous memory:
//
//   out[2 * t] = a;                             store <2 x float> %ab, ptr %out
//   out[2 * t + 1] = b;                   =>
//
// By itself each of the two has gaps between the lanes, which a gang must not write: other threads
// may write to them. Together they have none, and shuffles bring the elements into their order.
//
// Shared memory is left alone, where accesses with gaps are as good (window_access.cpp). Needs
// canonical control flow.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class MergeAccessesPass : public llvm::PassInfoMixin<MergeAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
