#include "simt/canonicalise_control_flow.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// LLVM's pass inverts the conditions of branches and erases those that are dead then. It may erase
// one twice: where two branches have the same condition, or where the condition is a phi of a
// loop's entry. So while it runs, each branch has a condition of its own that is no phi.
struct FixIrreducible : PassInfoMixin<FixIrreducible> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    std::vector<WeakVH> conditions;
    for (BasicBlock& block : function)
      if (auto* branch = dyn_cast<BranchInst>(block.getTerminator());
          branch && branch->isConditional()) {
        auto* own = new FreezeInst(branch->getCondition(), "", branch->getIterator());
        branch->setCondition(own);
        conditions.emplace_back(own);
      }
    PreservedAnalyses result = FixIrreduciblePass().run(function, analyses);
    for (WeakVH& own : conditions)
      if (auto* freeze = cast_or_null<FreezeInst>(own)) {
        freeze->replaceAllUsesWith(freeze->getOperand(0));
        freeze->eraseFromParent();
      }
    return result;
  }
};

} // namespace

PreservedAnalyses CanonicaliseControlFlowPass::run(Function& function,
                                                   FunctionAnalysisManager& analyses) {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreducible());
  passes.addPass(BreakCriticalEdgesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(function, analyses);
  // The passes keep the loops up to date, but in an order that depends on what they have changed.
  // What follows goes through the loops in order: fresh analyses give the same code each time.
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
