#include "simt/build_block_function.h"

#include "simt/block_function.h"
#include "simt/execution_form.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses BuildBlockFunctionPass::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* gang = findFunction(module, kGang);
  if (!gang)
    return PreservedAnalyses::all();
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const bool maskedMemory = functions.getResult<VectorTargetAnalysis>(*gang).maskedMemory;
  const AttributeSet noted = gang->getAttributes().getFnAttrs();
  BlockCode code;
  code.gangWidth = gangWidth(*gang);
  buildBlockFunctionFromGang(*gang, blockDim(*gang).threads(), maskedMemory, name_, code);
  copyBlockAttributes(noted, *code.function);
  setNumberAttribute(*code.function, kFrameBytes, code.frameBytes);
  if (code.yields)
    code.function->addFnAttr(kYields);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
