// libnvptxcompiler_static: NVIDIA has the compiler as a static library only, so programs link this
// name. Its functions open the shared library at the first call, so that LLVM need not be linked
// into every such program.
#include "nvPTXCompiler.h"

#include <dlfcn.h>

#include <string>

// The directory of Heddle's libraries, which our nvcc defines in every host object
// (nvcc/library_directory.h). Absent in programs that another compiler made.
extern "C" __attribute__((weak)) const char heddleLibraryDirectory[];

namespace {

constexpr const char* kLibraryName = "libnvptxcompiler.so.13";

void* library() {
  static void* const opened = [] {
    void* found = dlopen(kLibraryName, RTLD_NOW | RTLD_LOCAL);
    if (!found && heddleLibraryDirectory)
      found = dlopen((std::string(heddleLibraryDirectory) + "/" + kLibraryName).c_str(),
                     RTLD_NOW | RTLD_LOCAL);
    return found;
  }();
  return opened;
}

template <typename Function> Function* find(const char* name) {
  return library() ? reinterpret_cast<Function*>(dlsym(library(), name)) : nullptr;
}

} // namespace

#define HEDDLE_PTX_COMPILER(name, parameters, arguments)                                           \
  extern "C" nvPTXCompileResult name parameters {                                                  \
    static auto* const function = find<decltype(name)>(#name);                                     \
    return function ? function arguments : NVPTXCOMPILE_ERROR_INTERNAL;                            \
  }
#include "nvptxcompiler.def"
#undef HEDDLE_PTX_COMPILER
