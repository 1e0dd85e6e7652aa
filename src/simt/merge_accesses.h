// Makes one access of elements that lie next to each other and that a thread loads, or stores, one
// by one, where a gang then accesses contiguous memory:
//
//   out[2 * t] = a;                             store <2 x float> %ab, ptr %out
//   out[2 * t + 1] = b;                   =>
//
// By itself each of the two has gaps between the lanes, which a gang must not write: other threads
// may write to them. Together they have none, and shuffles bring the elements into their order.
//
// In shared memory lanes that are near to each other are left alone, where accesses with gaps are
// as good (window_access.cpp). Those further apart would access one element after the other. Where
// a thread has some elements in a row, they become accesses to whole registers (row_access.h):
//
//   for (i = 0; i < 15; ++i)                    load <4 x i32> from 15 * t, 15 * t + 4,
//     x[i] = tile[15 * t + i];            =>      15 * t + 8 and 15 * t + 11
//
// Needs canonical control flow.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class MergeAccessesPass : public llvm::PassInfoMixin<MergeAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
