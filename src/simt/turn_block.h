// Lets the lanes of a gang run along threadIdx.y where that suits memory better. A gang takes
// neighbouring threads of a row, whose threadIdx.x differ. If a kernel uses threadIdx.y for the
// index along which its arrays are contiguous, or stores so, each lane of such a gang accesses a
// place far from the others', whereas the threads of a column access neighbours:
//
//   x = blockIdx.x * 16 + threadIdx.x; y = blockIdx.y * 16 + threadIdx.y;
//   out[x * n + y] = in[y * n + x];      // stores to 16 cache lines, or loads from them
//
// The block is turned: threadIdx.x and threadIdx.y change their names, and so do the sides of the
// block. Only in kernels whose threads have nothing to do with each other, since which threads
// share a warp shows otherwise. Needs the execution form and canonical control flow.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class TurnBlockPass : public llvm::PassInfoMixin<TurnBlockPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
