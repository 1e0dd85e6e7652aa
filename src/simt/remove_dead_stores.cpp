#include "simt/remove_dead_stores.h"

#include "simt/function_attributes.h"
#include "simt/lockstep_analysis.h"

#include "llvm/Transforms/Scalar/DeadStoreElimination.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses RemoveDeadStoresPass::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* kernel = findKernel(module);
  if (kernel && readsOtherLanesStores(*kernel))
    return PreservedAnalyses::all();
  return createModuleToFunctionPassAdaptor(DSEPass()).run(module, analyses);
}

} // namespace heddle::simt
