// libnvvm: the API of nvvm.h. The work is done by nvvm-compiler, in a process of its own.
#pragma GCC visibility push(default) // of the functions in this header, and of nothing else
#include "nvvm.h"
#pragma GCC visibility pop

#include "ir/api_boundary.h"
#include "nvvm/compiler_process.h"
#include "toolkit/architectures.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

using namespace heddle;
using nvvm::IrModule;
using nvvm::Request;
using nvvm::Response;

struct _nvvmProgram {
  std::vector<IrModule> modules;
  std::string ptx; // empty before it is compiled, and when that has failed
  std::string log;
};

namespace {

// The programs that exist, so that a handle which is none of them is recognised.
class Programs {
public:
  nvvmProgram create() {
    std::lock_guard lock(mutex_);
    return programs_.emplace_back(std::make_unique<_nvvmProgram>()).get();
  }
  bool contains(nvvmProgram program) {
    std::lock_guard lock(mutex_);
    return std::ranges::find(programs_, program, &Owner::get) != programs_.end();
  }
  bool destroy(nvvmProgram program) {
    std::lock_guard lock(mutex_);
    return std::erase_if(programs_, [&](const Owner& each) { return each.get() == program; }) != 0;
  }

private:
  using Owner = std::unique_ptr<_nvvmProgram>;
  std::mutex mutex_;
  std::vector<Owner> programs_;
};

Programs& programs() {
  static auto* all = new Programs; // programs may use it until the process ends
  return *all;
}

template <class Body> nvvmResult guarded(Body body) {
  return withoutExceptions<nvvmResult>(
      {NVVM_ERROR_OUT_OF_MEMORY, NVVM_ERROR_OUT_OF_MEMORY, NVVM_ERROR_COMPILATION}, body);
}

// Calls `body` with the program that the handle names.
template <class Body> nvvmResult withProgram(nvvmProgram program, Body body) {
  return guarded(
      [&] { return programs().contains(program) ? body(*program) : NVVM_ERROR_INVALID_PROGRAM; });
}

nvvmResult addModule(nvvmProgram handle, const char* buffer, std::size_t size, const char* name,
                     bool isLazy) {
  return withProgram(handle, [&](_nvvmProgram& program) {
    if (!buffer || size == 0)
      return NVVM_ERROR_INVALID_INPUT;
    program.modules.push_back({.name = name && *name ? name : "<unnamed>",
                               .content = std::string(buffer, size),
                               .isLazy = isLazy});
    return NVVM_SUCCESS;
  });
}

nvvmResult run(nvvmProgram handle, int count, const char** options, bool verifyOnly) {
  return withProgram(handle, [&](_nvvmProgram& program) {
    if (count < 0 || (count > 0 && !options))
      return NVVM_ERROR_INVALID_OPTION;
    if (program.modules.empty())
      return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
    Request request{.modules = program.modules, .options = {}, .verifyOnly = verifyOnly};
    for (int i = 0; i < count; ++i) {
      if (!options[i])
        return NVVM_ERROR_INVALID_OPTION;
      request.options.emplace_back(options[i]);
    }
    Response response = nvvm::compileInProcess(request);
    program.log = std::move(response.log);
    // The lines of a log are separated, and the last one is not ended, as in NVIDIA's.
    if (program.log.ends_with('\n'))
      program.log.pop_back();
    if (!verifyOnly)
      program.ptx = std::move(response.ptx);
    return response.result;
  });
}

// Texts are given with the zero behind them, which the size counts.
nvvmResult giveSize(const std::string& text, std::size_t* size) {
  if (!size)
    return NVVM_ERROR_INVALID_INPUT;
  *size = text.size() + 1;
  return NVVM_SUCCESS;
}
nvvmResult giveText(const std::string& text, char* buffer) {
  if (!buffer)
    return NVVM_ERROR_INVALID_INPUT;
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return NVVM_SUCCESS;
}

} // namespace

const char* nvvmGetErrorString(nvvmResult result) {
  static constexpr const char* kNames[] = {"NVVM_SUCCESS",
                                           "NVVM_ERROR_OUT_OF_MEMORY",
                                           "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
                                           "NVVM_ERROR_IR_VERSION_MISMATCH",
                                           "NVVM_ERROR_INVALID_INPUT",
                                           "NVVM_ERROR_INVALID_PROGRAM",
                                           "NVVM_ERROR_INVALID_IR",
                                           "NVVM_ERROR_INVALID_OPTION",
                                           "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
                                           "NVVM_ERROR_COMPILATION",
                                           "NVVM_ERROR_CANCELLED"};
  const auto number = static_cast<std::size_t>(result);
  return number < std::size(kNames) ? kNames[number] : "Invalid nvvmResult";
}

nvvmResult nvvmVersion(int* major, int* minor) {
  if (!major || !minor)
    return NVVM_ERROR_INVALID_INPUT;
  *major = 2;
  *minor = 0;
  return NVVM_SUCCESS;
}

nvvmResult nvvmIRVersion(int* majorIR, int* minorIR, int* majorDbg, int* minorDbg) {
  if (!majorIR || !minorIR || !majorDbg || !minorDbg)
    return NVVM_ERROR_INVALID_INPUT;
  *majorIR = 2;
  *minorIR = 0;
  *majorDbg = 3;
  *minorDbg = 2;
  return NVVM_SUCCESS;
}

// Which LLVM's text a program should write: that of LLVM 7 before Blackwell, and a newer one from
// there on. Both are read for every architecture.
nvvmResult nvvmLLVMVersion(const char* arch, int* major) {
  if (!arch || !major)
    return NVVM_ERROR_INVALID_INPUT;
  const toolkit::Architecture* architecture = toolkit::findArchitecture(arch);
  if (!architecture)
    return NVVM_ERROR_INVALID_INPUT;
  *major = architecture->number < 100 ? 7 : 19;
  return NVVM_SUCCESS;
}

nvvmResult nvvmCreateProgram(nvvmProgram* program) {
  if (!program)
    return NVVM_ERROR_INVALID_PROGRAM;
  return guarded([&] {
    *program = programs().create();
    return NVVM_SUCCESS;
  });
}

nvvmResult nvvmDestroyProgram(nvvmProgram* program) {
  if (!program)
    return NVVM_ERROR_INVALID_PROGRAM;
  return guarded([&] {
    if (!programs().destroy(*program))
      return NVVM_ERROR_INVALID_PROGRAM;
    *program = nullptr;
    return NVVM_SUCCESS;
  });
}

nvvmResult nvvmAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size,
                                  const char* name) {
  return addModule(program, buffer, size, name, /*isLazy=*/false);
}
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size,
                                      const char* name) {
  return addModule(program, buffer, size, name, /*isLazy=*/true);
}

nvvmResult nvvmCompileProgram(nvvmProgram program, int numOptions, const char** options) {
  return run(program, numOptions, options, /*verifyOnly=*/false);
}
nvvmResult nvvmVerifyProgram(nvvmProgram program, int numOptions, const char** options) {
  return run(program, numOptions, options, /*verifyOnly=*/true);
}

nvvmResult nvvmGetCompiledResultSize(nvvmProgram handle, size_t* bufferSize) {
  return withProgram(handle,
                     [&](_nvvmProgram& program) { return giveSize(program.ptx, bufferSize); });
}
nvvmResult nvvmGetCompiledResult(nvvmProgram handle, char* buffer) {
  return withProgram(handle, [&](_nvvmProgram& program) { return giveText(program.ptx, buffer); });
}
nvvmResult nvvmGetProgramLogSize(nvvmProgram handle, size_t* bufferSize) {
  return withProgram(handle,
                     [&](_nvvmProgram& program) { return giveSize(program.log, bufferSize); });
}
nvvmResult nvvmGetProgramLog(nvvmProgram handle, char* buffer) {
  return withProgram(handle, [&](_nvvmProgram& program) { return giveText(program.log, buffer); });
}
