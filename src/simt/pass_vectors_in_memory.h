// Calls with addresses of vectors in place of vectors, for code that is made quickly. A matrix
// instruction on all lanes of a warp takes ten vectors of 32 lanes and returns four, which fill 112
// registers of 128 bits. Code generation would load each from the lane frame and store it again
// among the arguments of the call, so that a kernel with hundreds of such calls consisted of little
// else. The vectors have a place in memory already (strip_mine_vectors.h), whose address will do.
//
//   %a = load <32 x i32>, ptr %place.a             call void @f(ptr %place.a, ptr %place.r)
//   %r = call <32 x i32> @f(<32 x i32> %a)    =>
//   store <32 x i32> %r, ptr %place.r
//
// The function loads its arguments before it does anything else and stores its results right before
// it returns, so that places of arguments and of results may be the same.
//
// Runs behind strip-mine-vectors, on functions of the module that are only called directly.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class PassVectorsInMemoryPass : public llvm::PassInfoMixin<PassVectorsInMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

} // namespace heddle::simt
