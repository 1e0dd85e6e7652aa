#include "simt/unroll_small_loops.h"

#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The level of -O2 for LLVM's limits of size.
constexpr int kUnrollLevel = 2;

LoopUnrollOptions knownTripCounts() {
  return LoopUnrollOptions(kUnrollLevel)
      .setPartial(true)
      .setRuntime(false)
      .setUpperBound(false)
      .setPeeling(false);
}

} // namespace

PreservedAnalyses UnrollSmallLoopsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  PreservedAnalyses preserved = LoopUnrollPass(knownTripCounts()).run(function, analyses);
  if (preserved.areAllPreserved())
    return preserved;
  analyses.invalidate(function, preserved);
  FunctionPassManager cleanUp;
  cleanUp.addPass(InstCombinePass());
  cleanUp.addPass(EarlyCSEPass(true));
  cleanUp.addPass(SimplifyCFGPass());
  preserved.intersect(cleanUp.run(function, analyses));
  return preserved;
}

} // namespace heddle::simt
