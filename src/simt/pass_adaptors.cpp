#include "simt/pass_adaptors.h"

#include "simt/called_functions.h"
#include "simt/execution_form.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses SelectedFunctionsAdaptor::run(Module& module, ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  PreservedAnalyses preserved = PreservedAnalyses::all();
  for (Function* function : select_(module)) {
    PreservedAnalyses ofFunction = passes_.run(*function, functions);
    functions.invalidate(*function, ofFunction);
    preserved.intersect(std::move(ofFunction));
  }
  // The analyses of the functions have just been invalidated one by one.
  preserved.preserveSet<AllAnalysesOn<Function>>();
  preserved.preserve<FunctionAnalysisManagerModuleProxy>();
  return preserved;
}

GangFunctionsAdaptor::GangFunctionsAdaptor(FunctionPassManager passes)
    : SelectedFunctionsAdaptor(
          [](Module& module) {
            Function* kernel = findKernel(module);
            return kernel ? gangFunctions(*kernel) : std::vector<Function*>();
          },
          std::move(passes)) {}

KernelGangAdaptor::KernelGangAdaptor(FunctionPassManager passes)
    : SelectedFunctionsAdaptor(
          [](Module& module) {
            Function* gang = findFunction(module, kGang);
            return gang ? std::vector<Function*>{gang} : std::vector<Function*>();
          },
          std::move(passes)) {}

PreservedAnalyses ExecutionFormAdaptor::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const bool fibers = executionForm(*kernel).kind == ExecutionForm::Kind::Fibers;
  return (fibers ? fibers_ : gangs_).run(module, analyses);
}

} // namespace heddle::simt
