#include "simt/unroll_small_loops.h"

#include "simt/function_attributes.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// The level of -O2 for LLVM's limits of size.
constexpr int kUnrollLevel = 2;

// A loop of one thread runs this many turns at once, and is left alone above this size.
constexpr unsigned kTurnsOfOneThread = 4;
constexpr unsigned kMostInstructionsOfOneThread = 16;

// So many gangs run at once where a step between barriers is up to this many instructions. About
// half of them compute addresses, most of which are the first gang's and a constant when the
// number of that gang is a multiple of how many run. LLVM itself unrolls a loop only as far as the
// CPU's buffer for loops goes, which is not even two gangs.
constexpr unsigned kGangsOfStep = 4;
constexpr unsigned kMostInstructionsOfStep = 48;

LoopUnrollOptions knownTripCounts() {
  return LoopUnrollOptions(kUnrollLevel)
      .setPartial(true)
      .setRuntime(false)
      .setUpperBound(false)
      .setPeeling(false);
}

// Whether the instruction works on a gang, changes memory or leaves the function.
bool isMoreThanReadingOfOneThread(const Instruction& instruction) {
  return instruction.getType()->isVectorTy() || instruction.mayWriteToMemory() ||
         (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction));
}

bool isSmallLoopOfOneThread(const Loop& loop, ScalarEvolution& evolution) {
  if (!loop.isInnermost() || loop.getNumBlocks() != 1)
    return false;
  const BasicBlock& body = *loop.getHeader();
  if (body.sizeWithoutDebug() > kMostInstructionsOfOneThread)
    return false;
  bool reads = false;
  for (const Instruction& instruction : body) {
    if (isMoreThanReadingOfOneThread(instruction))
      return false;
    reads |= instruction.mayReadFromMemory();
  }
  const SCEV* turns = evolution.getBackedgeTakenCount(&loop);
  return reads && !isa<SCEVCouldNotCompute>(turns) && !isa<SCEVConstant>(turns);
}

// Is it a loop over gangs whose code is a short step between barriers?
bool isShortStep(const Loop& loop, ScalarEvolution& evolution) {
  const BasicBlock& body = *loop.getHeader();
  return loop.getLoopDepth() == 1 && loop.getNumBlocks() == 1 &&
         body.getParent()->hasFnAttribute(kHasBarriers) &&
         body.sizeWithoutDebug() <= kMostInstructionsOfStep &&
         evolution.getSmallConstantTripCount(&loop) % kGangsOfStep == 0 &&
         evolution.getSmallConstantTripCount(&loop) > 0 &&
         any_of(body, [](const Instruction& instruction) {
           return isa<StoreInst>(instruction) && instruction.getOperand(0)->getType()->isVectorTy();
         });
}

// Unrolls the loops for which `isChosen` holds, so that `count` iterations run at once.
bool unrollLoops(Function& function, FunctionAnalysisManager& analyses,
                 function_ref<bool(const Loop&, ScalarEvolution&)> isChosen, unsigned count) {
  auto& loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return false;
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto& assumptions = analyses.getResult<AssumptionAnalysis>(function);
  auto& target = analyses.getResult<TargetIRAnalysis>(function);
  auto& remarks = analyses.getResult<OptimizationRemarkEmitterAnalysis>(function);
  SmallVector<Loop*> chosen;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (isChosen(*loop, evolution))
      chosen.push_back(loop);
  }
  for (Loop* loop : chosen) {
    simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
    // LLVM's unrolling finds the values that are used after the loop only in this form; without it,
    // they would keep the value of an earlier turn.
    formLCSSARecursively(*loop, dominators, &loops, &evolution);
    UnrollLoopOptions options{};
    options.Count = count;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &target, &remarks,
               true);
  }
  return !chosen.empty();
}

} // namespace

PreservedAnalyses UnrollSmallLoopsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  PreservedAnalyses preserved = PreservedAnalyses::all();
  const bool unrollsSteps = unrollLoops(function, analyses, isShortStep, kGangsOfStep);
  const bool unrollsReading =
      unrollLoops(function, analyses, isSmallLoopOfOneThread, kTurnsOfOneThread);
  if (unrollsSteps || unrollsReading) {
    preserved = PreservedAnalyses::none();
    analyses.invalidate(function, preserved);
  }
  preserved.intersect(LoopUnrollPass(knownTripCounts()).run(function, analyses));
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
