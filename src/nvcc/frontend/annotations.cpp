#include "nvcc/frontend/annotations.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::frontend {

void forEachAnnotated(llvm::Module& module, llvm::StringRef text,
                      llvm::function_ref<void(llvm::Function&, const llvm::Constant*)> visit) {
  const llvm::GlobalVariable* annotations = module.getGlobalVariable("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer())
    return;
  for (const llvm::Use& entry : annotations->getInitializer()->operands()) {
    // An entry consists of function, text, file, line and arguments.
    auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry);
    if (!fields || fields->getNumOperands() < 5)
      continue;
    auto* function = llvm::dyn_cast<llvm::Function>(fields->getOperand(0)->stripPointerCasts());
    auto* name = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    auto* characters = name && name->hasInitializer()
                           ? llvm::dyn_cast<llvm::ConstantDataArray>(name->getInitializer())
                           : nullptr;
    if (!function || !characters || !characters->isCString() || characters->getAsCString() != text)
      continue;
    auto* arguments =
        llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(4)->stripPointerCasts());
    visit(*function,
          arguments && arguments->hasInitializer() ? arguments->getInitializer() : nullptr);
  }
}

void defineTraps(llvm::Module& module) {
  bool onDevice = llvm::StringRef(module.getTargetTriple()).starts_with("nvptx");
  llvm::SmallVector<llvm::Function*> functions;
  forEachAnnotated(module, kTrapAnnotation, [&](llvm::Function& function, const llvm::Constant*) {
    // On the host another function of the same name may have a body of its own.
    if (onDevice || function.isDeclaration())
      functions.push_back(&function);
  });
  for (llvm::Function* function : functions) {
    function->deleteBody();
    function->setComdat(nullptr);
    // All object files of the host must agree about the address.
    function->setLinkage(onDevice || function->hasLocalLinkage()
                             ? llvm::GlobalValue::InternalLinkage
                             : llvm::GlobalValue::WeakODRLinkage);
    function->setAttributes({});
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", function));
    builder.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    builder.CreateUnreachable();
  }
}

} // namespace heddle::frontend
