#include "simt/drop_thread_ir.h"

#include "simt/function_attributes.h"
#include "simt/thread_functions.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses DropThreadIrPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : make_early_inc_range(module)) {
    if (function.hasFnAttribute(kThreadIr) || function.hasFnAttribute(kKernel) ||
        isCalledWarpFunction(function)) {
      function.deleteBody();
      function.setLinkage(GlobalValue::ExternalLinkage);
      function.setComdat(nullptr);
    }
  }
  for (Function& function : make_early_inc_range(module)) {
    function.removeDeadConstantUsers();
    if (function.use_empty() && (function.isDeclaration() || (function.hasInternalLinkage())))
      function.eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
