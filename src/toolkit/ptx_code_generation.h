// Settings of LLVM's PTX back end that only its command-line options reach. They hold for the whole
// process, so only compilers that run in a process of their own use them.
#pragma once

#include "llvm/Support/CommandLine.h"

#include <string>

namespace heddle::toolkit {

struct PtxCodeGeneration {
  bool preciseDivision = true;
  bool preciseSquareRoot = true;
  bool fastMath = false;
};

inline void setLlvmOption(llvm::StringRef name, const std::string& value) {
  llvm::StringMap<llvm::cl::Option*>& all = llvm::cl::getRegisteredOptions();
  if (auto found = all.find(name); found != all.end())
    found->second->addOccurrence(0, name, value);
}

inline void setPtxCodeGeneration(const PtxCodeGeneration& mode) {
  // As clang's driver does for PTX.
  setLlvmOption("enable-memcpyopt-without-libcalls", "true");
  // 0 is approximate, 1 right in the full range, 2 as IEEE 754 says.
  setLlvmOption("nvptx-prec-divf32", mode.preciseDivision ? "2" : mode.fastMath ? "0" : "1");
  setLlvmOption("nvptx-prec-sqrtf32", mode.preciseSquareRoot ? "true" : "false");
}

} // namespace heddle::toolkit
