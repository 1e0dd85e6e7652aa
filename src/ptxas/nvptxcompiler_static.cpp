// What a program links statically: the functions of libnvptxcompiler, which is opened at the first
// call. A compiler with LLVM in it would be a large thing to put into every program.
#include "nvPTXCompiler.h"

#include <dlfcn.h>

#include <string>

// Our nvcc leaves this in every host object: the directory of Heddle's libraries.
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
