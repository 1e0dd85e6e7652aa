#include "simt/export_thread_functions.h"

#include "ir/kernel_abi.h"
#include "simt/thread_functions.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {

PreservedAnalyses ExportThreadFunctionsPass::run(Module& module, ModuleAnalysisManager&) {
  SmallVector<std::pair<Function*, std::string>, 8> renamed;
  for (Function& function : module)
    if (StringRef name = function.getName(); name.consume_back(kThreadFunctionSuffix))
      renamed.push_back({&function, name.str()});
  for (auto& [function, name] : renamed) {
    Function* original = module.getFunction(name);
    original->replaceAllUsesWith(function);
    original->eraseFromParent();
    function->setName(name);
    function->setLinkage(GlobalValue::ExternalLinkage);
    // Calls through pointers look for this mark (check_indirect_calls.h).
    function->setPrefixData(ConstantInt::get(Type::getInt64Ty(module.getContext()), kFunctionMark));
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
