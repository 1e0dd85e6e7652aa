#include "simt/simt.h"

#include "simt/block_function.h"
#include "simt/gang_builder.h"
#include "simt/region_copies.h"
#include "simt/specialise.h"
#include "simt/thread_functions.h"
#include "simt/yields.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;

namespace heddle::simt {
namespace {

class FunctionPasses {
public:
  FunctionPasses() {
    builder_.registerFunctionAnalyses(functions_), builder_.registerLoopAnalyses(loops_),
        builder_.registerCGSCCAnalyses(graphs_), builder_.registerModuleAnalyses(modules_),
        builder_.crossRegisterProxies(loops_, functions_, graphs_, modules_);
  }
  void run(FunctionPassManager passes, Function& function) {
    passes.run(function, functions_);
    functions_.clear();
  }

private:
  PassBuilder builder_;
  LoopAnalysisManager loops_;
  FunctionAnalysisManager functions_;
  CGSCCAnalysisManager graphs_;
  ModuleAnalysisManager modules_;
};

// Takes vectors and structs apart where they are made, so that only their parts go on to other
// blocks.
void extractWhereDefined(Function& kernel) {
  for (BasicBlock& block : kernel)
    for (Instruction& instruction : make_early_inc_range(block)) {
      bool extracts =
          isa<ExtractValueInst>(instruction) ||
          (isa<ExtractElementInst>(instruction) && isa<ConstantInt>(instruction.getOperand(1)));
      auto* whole = extracts ? dyn_cast<Instruction>(instruction.getOperand(0)) : nullptr;
      if (whole && whole->getParent() != &block && !whole->isTerminator())
        instruction.moveBefore(*whole->getParent(), isa<PHINode>(whole)
                                                        ? whole->getParent()->getFirstInsertionPt()
                                                        : std::next(whole->getIterator()));
    }
}

// The shape of control flow that the analyses expect.
FunctionPassManager canonicalise() {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(BreakCriticalEdgesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  return passes;
}

Function* buildGang(Function& kernel, const BlockShape& shape, const VectorTarget& target,
                    unsigned width, const std::string& name, std::string& error) {
  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  Shapes shapes(kernel, shape, width, postDominators, loops);
  Linearisation plan(kernel, shapes, dominators, postDominators, loops);
  GangBuilder builder(kernel, shape, width, target, shapes, plan, loops);
  Function* gang = builder.build(name);
  error = builder.error();
  // The passes that follow trust their input; a mistake of ours must not end the user's process.
  raw_string_ostream message(error);
  if (gang && verifyFunction(*gang, &message)) {
    gang->eraseFromParent();
    gang = nullptr;
  }
  return gang;
}

bool callsThroughPointers(Module& module) {
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && call->isIndirectCall())
        return true;
  return false;
}

std::string buildFibers(Function& kernel, const BlockShape& shape, const std::string& name,
                        BlockCode& result) {
  Module& module = *kernel.getParent();
  for (Function& function : module)
    if (!function.isDeclaration())
      insertWaits(function);
  std::string error = buildFiberBlockFunction(kernel, shape, name, result);
  if (error.empty())
    dropThreadIr(module);
  return error;
}

} // namespace

std::string buildBlockFunction(Function& kernel, const BlockShape& shape,
                               const VectorTarget& target, const std::string& name,
                               BlockCode& result) {
  Module& module = *kernel.getParent();
  bool warp = usesWarpOperations(kernel);
  FunctionPasses runner;
  bool independent = false;
  if (waitsInLoops(kernel)) {
    runner.run(canonicalise(), kernel);
    independent = waitsForOtherLanes(kernel, shape);
  }
  SharedLayout layout = lowerSharedMemory(module);
  result.staticSharedBytes = layout.staticBytes;
  result.dynamicSharedOffset = layout.dynamicOffset;
  if ((independent && warp) || functionsMeetOthers(module) ||
      (kernel.hasFnAttribute(kFunctionsMeet) && callsThroughPointers(module)))
    return buildFibers(kernel, shape, name, result);
  unsigned width = independent && !warp ? 1 : chooseGangWidth(shape, target, warp);

  std::string error = addThreadFunctions(module, false);
  if (!error.empty())
    return error;
  unifyReturns(kernel);
  guardPartialGang(kernel, shape, width);
  {
    FunctionPassManager passes;
    ScalarizerPassOptions options;
    options.ScalarizeLoadStore = false;
    passes.addPass(ScalarizerPass(options));
    passes.addPass(DCEPass());
    runner.run(std::move(passes), kernel);
  }
  extractWhereDefined(kernel);
  runner.run(canonicalise(), kernel);
  if (width > 1) {
    copyGuardedRegions(kernel, shape, width, target);
    runner.run(canonicalise(), kernel);
  }
  insertYields(kernel, shape, width);
  Function* gang = buildGang(kernel, shape, target, width, name + ".gang", error);
  if (!gang && !warp && width > 1) {
    // One thread at a time takes every form of code.
    width = 1;
    gang = buildGang(kernel, shape, target, width, name + ".gang", error);
  }
  if (!gang)
    return error;
  {
    FunctionPassManager passes;
    passes.addPass(InstSimplifyPass());
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(SimplifyCFGPass());
    passes.addPass(ADCEPass());
    runner.run(std::move(passes), *gang);
  }
  result.gangWidth = width;
  buildBlockFunctionFromGang(*gang, shape.threads(), name, result);
  dropThreadIr(module);
  return {};
}

} // namespace heddle::simt
