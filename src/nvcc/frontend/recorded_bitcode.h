// LLVM bitcode of device code, for linking with optimisation.
#pragma once

#include <clang/Basic/CodeGenOptions.h>

#include <string>

namespace heddle::frontend {

// Has the compilations of this process leave the optimised device code in `bitcode`, beside the PTX
// that they write. This is only for a process that compiles one source, as NVRTC's compiler does.
// nvcc runs its front end as a process of its own, and asks it by the option -heddle-bitcode to
// write a file instead.
void recordBitcodeIn(std::string& bitcode);

// Adds the pass that records, if that was asked for.
void addBitcodeRecorder(clang::CodeGenOptions& options);

} // namespace heddle::frontend
