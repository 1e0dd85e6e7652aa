// The device functions whose address is taken. They exist once in a program, so that all kernels
// agree on the address, and are compiled as functions of one thread.

#include "jit/llvm_job.h"
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
  struct Functions {
    Status status;
    std::string object;
    bool meet = false;
  };
  Functions functions = runLlvmJob([&] {
    Functions made;
    made.status = compileFunctionsInJob(made.object, made.meet);
    return made;
  });
  if (!functions.status)
    return functions.status;
  functionsMeet = functions.meet;
  std::lock_guard lock(mutex);
  functionsObject = std::move(functions.object);
  return startLinker();
}

Status Program::Impl::compileFunctionsInJob(std::string& object, bool& meet) const {
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
  meet = simt::functionsMeetOthers(*functions);
  std::unique_ptr<MemoryBuffer> compiled;
  Status status = compileFunctions(std::move(functions), code, compiled);
  if (status)
    object = compiled->getBuffer().str();
  return status;
}

} // namespace heddle::jit
