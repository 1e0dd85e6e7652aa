#include "simt/build_gang_functions.h"

#include "simt/execution_form.h"
#include "simt/gang_builder.h"
#include "simt/pass_failure.h"

#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace heddle::simt {
namespace {

Expected<Function*> buildGang(Function& function, FunctionAnalysisManager& analyses,
                              const std::string& name) {
  GangBuilder builder(function, blockDim(function), gangWidth(function),
                      analyses.getResult<VectorTargetAnalysis>(function),
                      analyses.getResult<UniformityAnalysis>(function),
                      analyses.getResult<LinearisationAnalysis>(function),
                      analyses.getResult<LoopAnalysis>(function));
  Expected<Function*> gang = builder.build(name);
  if (!gang)
    return gang.takeError();
  // The passes that follow trust their input; a mistake of ours must not end the user's process.
  std::string message;
  raw_string_ostream stream(message);
  if (verifyFunction(**gang, &stream))
    return makeError(message);
  return gang;
}

// Removes the functions that are not among `before`.
void removeNewFunctions(Module& module, const SmallPtrSetImpl<Function*>& before) {
  for (Function& function : module)
    if (!before.contains(&function))
      function.deleteBody();
  for (Function& function : make_early_inc_range(module))
    if (!before.contains(&function) && function.use_empty())
      function.eraseFromParent();
}

// All gang functions, or none of them if one cannot be built.
Error buildGangs(Function& kernel, FunctionAnalysisManager& analyses, const std::string& name) {
  Module& module = *kernel.getParent();
  SmallPtrSet<Function*, 16> before;
  for (Function& function : module)
    before.insert(&function);
  for (Function* function : gangFunctions(kernel)) {
    Expected<Function*> gang = buildGang(*function, analyses, name);
    if (!gang) {
      removeNewFunctions(module, before);
      return gang.takeError();
    }
    if (function == &kernel) {
      (*gang)->addFnAttr(kGang);
      copyBlockAttributes(kernel.getAttributes().getFnAttrs(), **gang);
    }
  }
  return Error::success();
}

} // namespace

PreservedAnalyses BuildGangFunctionsPass::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* kernel = findKernel(module);
  if (!kernel || findFunction(module, kGang))
    return PreservedAnalyses::all();
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  if (Error error = buildGangs(*kernel, functions, name_)) {
    if (onFailure_ == OnFailure::FallBackToOneLane && executionForm(*kernel).canFallBackToOneLane())
      setExecutionForm(module, {ExecutionForm::Kind::OneLane, 1,
                                "no form under masks: " + toString(std::move(error))});
    else
      reportFailure(*kernel, std::move(error));
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
