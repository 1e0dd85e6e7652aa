// Compiles PTX ahead of time, for ptxas and for programs (nvPTXCompiler.h). The native code of a
// kernel depends on the block shape, so the cubin holds it for the shapes that the kernel declares,
// or else for the usual ones; other shapes are compiled from the PTX in the cubin when they are
// first launched.
#pragma once

#include "jit/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ptxas {

struct Options {
  std::vector<std::string> inputs;
  std::string output = "elf.o", architecture = "sm_75";
  std::vector<std::uint32_t> blockSizes{128, 256, 512};
  bool verbose = false, compileOnly = false, showVersion = false, showHelp = false;
};

// What is wrong with the command line; empty: nothing.
std::string parse(const std::vector<std::string>& words, Options& options);

struct Assembly {
  jit::Failure failure = jit::Failure::None;
  std::string cubin;
  std::string errors, info; // lines as ptxas writes them
};
Assembly assemble(const std::vector<jit::PtxSource>& sources, const Options& options);

} // namespace heddle::ptxas
