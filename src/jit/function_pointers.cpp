// The device functions that are not part of kernels, such as those whose address is taken: they
// exist once in a program, so that all kernels agree on the address. They are compiled as functions
// of one thread, and their object is in the cache.

#include "jit/background_threads.h"
#include "jit/llvm_job.h"
#include "jit/object_cache.h"
#include "jit/program_impl.h"
#include "jit/status.h"
#include "simt/thread_functions.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace heddle::jit {
namespace {

constexpr char kMeetOthers = 'm', kMeetNobody = 'n';

} // namespace

Status Program::Impl::prepareFunctions() {
  std::call_once(functionsOnce, [this] { functionsStatus = compileSeparateFunctions(); });
  return functionsStatus;
}

Status Program::Impl::compileSeparateFunctions() {
  if (separate.empty())
    return {};
  std::string payload;
  if (Status status = findOrCompileFunctions(payload); !status)
    return status;
  functionsMeet = payload.back() == kMeetOthers;
  payload.pop_back();
  std::lock_guard lock(mutex);
  functionsObject = std::move(payload);
  return startLinker();
}

// The payload is the object, and a character behind it that says whether some function meets other
// threads.
Status Program::Impl::findOrCompileFunctions(std::string& payload) const {
  const std::string key = functionsKey();
  const auto isFound = [&] {
    auto cached = ObjectCache::global().load(key);
    if (cached && !cached->empty())
      payload = std::move(*cached);
    return !payload.empty();
  };
  if (isFound())
    return {};
  // A job that the end of the process has stopped holds its lock for ever.
  std::optional<ObjectCache::MakingLock> lock;
  if (!isExiting())
    lock.emplace(ObjectCache::global(), key, waitIfExiting);
  if (isFound())
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
  payload = std::move(functions.object);
  payload += functions.meet ? kMeetOthers : kMeetNobody;
  ObjectCache::global().store(key, payload);
  return {};
}

Status Program::Impl::compileFunctionsInJob(std::string& object, bool& meet) const {
  LLVMContext context;
  std::vector<ptx::Diagnostic> diagnostics;
  std::unique_ptr<Module> functions;
  for (const std::string& name : separate) {
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
  Status status = compileFunctions(std::move(functions), code, meet, compiled);
  if (status)
    object = compiled->getBuffer().str();
  return status;
}

} // namespace heddle::jit
