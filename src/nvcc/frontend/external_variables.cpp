#include "external_variables.h"

#include <clang/Basic/Diagnostic.h>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend {

namespace {

// LLVM's numbers of NVPTX's address spaces.
constexpr unsigned kGlobalMemory = 1, kConstantMemory = 4;

// An array without a bound has no size to define it with.
bool isDefinable(const llvm::GlobalVariable& variable) {
  auto* array = llvm::dyn_cast<llvm::ArrayType>(variable.getValueType());
  return variable.getValueType()->isSized() && !(array && array->getNumElements() == 0);
}

} // namespace

void defineExternalVariables(llvm::Module& module, clang::DiagnosticsEngine& diagnostics) {
  unsigned warning = diagnostics.getCustomDiagID(
      clang::DiagnosticsEngine::Warning,
      "extern declaration of the entity '%0' is treated as a static definition");
  for (llvm::GlobalVariable& variable : module.globals()) {
    unsigned memory = variable.getAddressSpace();
    // Built-in variables such as threadIdx are weak declarations: only their types are used.
    if (!variable.isDeclaration() || variable.hasExternalWeakLinkage() ||
        (memory != kGlobalMemory && memory != kConstantMemory) || !isDefinable(variable))
      continue;
    diagnostics.Report(warning) << llvm::demangle(variable.getName().str());
    variable.setInitializer(llvm::Constant::getNullValue(variable.getValueType()));
    variable.setExternallyInitialized(true);
  }
}

} // namespace heddle::frontend
