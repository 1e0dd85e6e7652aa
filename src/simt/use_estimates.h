// Approximate reciprocals, square roots and quotients of floats without the divider: the CPU's
// estimate of 14 bits and one step of refinement. The front end marks what PTX calls approximate
// with the fast-math flag `afn`. Everything else is left alone, and so is everything on a CPU
// without such estimates, where division is the quicker way.
//
//   %s = call afn <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
//   %y = fdiv afn <16 x float> splat (float 1.0), %s
// =>
//   %e = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %x, ...)
//   %y = e + e * (1 - x e^2) / 2
//
// Reciprocals do not depend on the estimate, whose low bits CPU makers choose differently. Roots
// and quotients are refined with twice the digits of a float, so that an estimate that is off by
// 2^-14 changes the last bit of one result in 30,000. Only the reciprocal root, the one that
// kernels ask for most, is refined with the digits of a float: it is at most 1.1 units of the last
// place away from the exact result, and its last bit may differ between two CPUs. Where the exact
// result is a float, it is the result. Scalars and all widths of vectors give the same bits, so the
// execution form of a kernel does not show.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class UseEstimatesPass : public llvm::PassInfoMixin<UseEstimatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
