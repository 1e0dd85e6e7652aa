#include "simt/unroll_barrier_loops.h"

#include "ir/thread_operations.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// The longest loop that is unrolled, in iterations: a number that is halved each time has no more
// than its bits.
constexpr unsigned kMostIterations = 32;
// The largest function that unrolling may make, in instructions. A sorting network of 1024
// elements, in 55 steps, has about 1,500; code that is much longer costs more time to compile than
// a few launches take.
constexpr unsigned kLargestUnrolled = 4000;

bool hasBarrier(const Loop& loop) {
  return any_of(loop.blocks(), [](const BasicBlock* block) {
    return any_of(*block, [](const Instruction& instruction) {
      return threadOp(instruction) == ThreadOp::Barrier;
    });
  });
}

// Does the loop halve or double a number, or the like, from one iteration to the next?
bool changesByFactor(const Loop& loop) {
  return any_of(loop.getHeader()->phis(), [&](PHINode& phi) {
    Value* next = phi.getIncomingValueForBlock(loop.getLoopLatch());
    return match(next, m_Shift(m_Specific(&phi), m_ConstantInt())) ||
           match(next, m_Mul(m_Specific(&phi), m_ConstantInt())) ||
           match(next, m_UDiv(m_Specific(&phi), m_ConstantInt())) ||
           match(next, m_SDiv(m_Specific(&phi), m_ConstantInt()));
  });
}

unsigned sizeOf(const Loop& loop) {
  unsigned size = 0;
  for (const BasicBlock* block : loop.blocks())
    size += static_cast<unsigned>(block->size());
  return size;
}

// Unrolls the first loop that there is a reason for. Loops inside others get their trip counts when
// those around them are unrolled.
bool unrollOne(Function& function, FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<LoopAnalysis>(function);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    const unsigned trips =
        loop->isLoopSimplifyForm() ? evolution.getSmallConstantTripCount(loop) : 0;
    if (trips == 0 || trips > kMostIterations || !changesByFactor(*loop) || !hasBarrier(*loop) ||
        function.getInstructionCount() + (trips - 1) * sizeOf(*loop) > kLargestUnrolled)
      continue;
    UnrollLoopOptions options{};
    options.Count = trips;
    options.Force = true;
    const auto result = UnrollLoop(
        loop, options, &loops, &evolution, &analyses.getResult<DominatorTreeAnalysis>(function),
        &analyses.getResult<AssumptionAnalysis>(function),
        &analyses.getResult<TargetIRAnalysis>(function),
        &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function), true);
    if (result == LoopUnrollResult::FullyUnrolled)
      return true;
  }
  return false;
}

} // namespace

PreservedAnalyses UnrollBarrierLoopsPass::run(Function& function,
                                              FunctionAnalysisManager& analyses) {
  FunctionPassManager simplify;
  simplify.addPass(LoopSimplifyPass());
  simplify.addPass(LCSSAPass());
  analyses.invalidate(function, simplify.run(function, analyses));
  while (unrollOne(function, analyses)) {
    analyses.invalidate(function, PreservedAnalyses::none());
    analyses.invalidate(function, simplify.run(function, analyses));
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
