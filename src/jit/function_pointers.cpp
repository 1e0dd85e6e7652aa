// The device functions whose address is taken. They exist once in a program, so that all kernels
// agree on the address, and are compiled as functions of one thread.

#include "jit/program_impl.h"
#include "jit/status.h"
#include "simt/thread_functions.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace heddle::jit {

Status Program::Impl::prepareFunctions() {
  std::call_once(functionsOnce, [this] { functionsStatus = compileAddressTakenFunctions(); });
  return functionsStatus;
}

Status Program::Impl::compileAddressTakenFunctions() {
  if (addressTaken.empty())
    return {};
  LLVMContext context;
  std::vector<ptx::Diagnostic> diagnostics;
  std::unique_ptr<Module> functions;
  for (const std::string& name : addressTaken) {
    auto lowered = ptx::lower(*module, name, context, diagnostics, debugLocations());
    if (!lowered)
      return failureFrom(diagnostics);
    // The module of each function also holds those that it calls, which may be the same ones.
    for (Function& function : *lowered)
      if (!function.isDeclaration())
        function.setLinkage(GlobalValue::WeakODRLinkage);
    if (!functions)
      functions = std::move(lowered);
    else if (Linker::linkModules(*functions, std::move(lowered)))
      return failure(Failure::InvalidPtx, "functions do not link");
  }
  functionsMeet = simt::functionsMeetOthers(*functions);
  std::unique_ptr<MemoryBuffer> object;
  if (Status status = compileFunctions(std::move(functions), code, object); !status)
    return status;
  void* noSymbol = nullptr;
  return link(std::move(object), "", noSymbol);
}

} // namespace heddle::jit
