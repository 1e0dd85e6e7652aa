#include "simt/allow_null_pointers.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses AllowNullPointersPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module)
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::NullPointerIsValid);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
