// Compiles PTX ahead of time, for bin/ptxas and for libnvptxcompiler. The native code of a kernel
// depends on the dimensions of its block, so the cubin holds code for the dimensions that
// native_code.h chooses. A launch with other dimensions compiles the kernel from the PTX, which the
// cubin holds too.
#pragma once

#include "jit/program.h"
#include "ptxas/native_code.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ptxas {

struct Options {
  std::vector<std::string> inputs;       // files
  std::vector<std::string> inputStrings; // PTX on the command line
  std::string output = "elf.o", architecture = "sm_75";
  bool makesNativeCode = true; // otherwise kernels are compiled when they are launched
  // Whether the cubin is made without PTX, because the PTX is loaded into the same module from
  // another image.
  bool hasNativeCodeOnly = false;
  bool leavesErrorsToLoading = false; // PTX that does not compile is a cubin without native code
  NativeCodeOptions nativeCode;
  unsigned maxRegisters = 0; // 0: no limit
  bool verbose = false, compileOnly = false, showVersion = false, showHelp = false;
  bool listsIsaVersions = false;
};

// Throws toolkit::UsageError.
Options parse(const std::vector<std::string>& words);

struct Assembly {
  jit::Failure failure = jit::Failure::None;
  std::string cubin;
  std::string errors, info; // whole lines, worded as NVIDIA's ptxas words them
};
Assembly assemble(const std::vector<jit::PtxSource>& sources, const Options& options);

} // namespace heddle::ptxas
