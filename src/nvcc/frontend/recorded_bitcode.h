// LLVM bitcode of device code, for linking with optimisation.
#pragma once

#include <clang/Basic/CodeGenOptions.h>

#include <string>

namespace heddle::frontend {

// Has the compilations of this process leave the optimised device code here as bitcode, beside the
// PTX that they write. Only for a process that compiles one source. nvcc has its front end write a
// file instead, by the option -heddle-bitcode.
void recordBitcodeIn(std::string& bitcode);

// Adds the pass that records, if that was asked for.
void addBitcodeRecorder(clang::CodeGenOptions& options);

} // namespace heddle::frontend
