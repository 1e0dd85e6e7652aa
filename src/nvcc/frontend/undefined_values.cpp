#include "nvcc/frontend/undefined_values.h"

#include "toolkit/undefined_values.h"

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

using namespace llvm;

namespace {

// Stores an undefined value where the lifetime of a variable begins. Runs right before a variable
// is split into values: that pass takes no notice of lifetimes, and others would drop the store.
class ForgetEndedLifetimesPass : public PassInfoMixin<ForgetEndedLifetimesPass> {
public:
  PreservedAnalyses run(Loop& loop, LoopAnalysisManager&, LoopStandardAnalysisResults& analyses,
                        LPMUpdater&) {
    for (BasicBlock* block : loop.blocks())
      if (analyses.LI.getLoopFor(block) == &loop)
        for (Instruction& instruction : *block)
          if (auto* start = dyn_cast<LifetimeIntrinsic>(&instruction);
              start && start->getIntrinsicID() == Intrinsic::lifetime_start)
            if (auto* variable = dyn_cast<AllocaInst>(start->getArgOperand(1)))
              new StoreInst(UndefValue::get(variable->getAllocatedType()), variable,
                            &*std::next(start->getIterator()));
    return PreservedAnalyses::all();
  }
};

class DefineUndefinedValuesPass : public PassInfoMixin<DefineUndefinedValuesPass> {
public:
  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return heddle::toolkit::defineUndefinedValues(function) ? PreservedAnalyses::none()
                                                            : PreservedAnalyses::all();
  }
};

} // namespace

void heddle::frontend::defineUndefinedValues(clang::CodeGenOptions& options) {
  options.PassBuilderCallbacks.push_back([](PassBuilder& builder) {
    builder.registerLoopOptimizerEndEPCallback([](LoopPassManager& passes, OptimizationLevel) {
      passes.addPass(ForgetEndedLifetimesPass());
    });
    builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
      passes.addPass(createModuleToFunctionPassAdaptor(DefineUndefinedValuesPass()));
    });
  });
}
