#include "nvrtc/code_generation_mode.h"

#include "llvm/Support/CommandLine.h"

namespace heddle::nvrtc {

namespace {

void set(llvm::StringRef name, const std::string& value) {
  llvm::StringMap<llvm::cl::Option*>& all = llvm::cl::getRegisteredOptions();
  if (auto found = all.find(name); found != all.end())
    found->second->addOccurrence(0, name, value);
}

} // namespace

void setCodeGenerationMode(const Options& options) {
  // As clang's driver does for PTX.
  set("enable-memcpyopt-without-libcalls", "true");
  // 0 is approximate, 1 right in the full range, 2 as IEEE 754 says.
  set("nvptx-prec-divf32", options.preciseDivision ? "2" : options.fastMath ? "0" : "1");
  set("nvptx-prec-sqrtf32", options.preciseSquareRoot ? "true" : "false");
}

} // namespace heddle::nvrtc
