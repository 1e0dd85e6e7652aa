#include "nvrtc/compiler_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace heddle::nvrtc {

namespace fs = std::filesystem;

namespace {

fs::path libraryDirectory() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(&installation), &info) || !info.dli_fname)
    return {};
  std::error_code error;
  return fs::canonical(info.dli_fname, error).parent_path();
}

} // namespace

const Installation& installation() {
  static const auto* found = new Installation(installationAt(libraryDirectory().parent_path()));
  return *found;
}

CompileFunction* compileFunction(std::string& log) {
  static std::string reason;
  static CompileFunction* const function = []() -> CompileFunction* {
    fs::path path = libraryDirectory() / kCompilerLibrary;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* symbol = library ? dlsym(library, kCompileFunctionName) : nullptr;
    if (!symbol)
      reason = dlerror();
    return reinterpret_cast<CompileFunction*>(symbol);
  }();
  if (!function)
    log = fmt::format("nvrtc: error: failed to open {}: {}\n", kCompilerLibrary, reason);
  return function;
}

} // namespace heddle::nvrtc
