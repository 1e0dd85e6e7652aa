// The paths that nvcc needs: those of our own installation, which it finds relative to the running
// executable, and those of the programs that it calls.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::nvcc {

struct Toolchain {
  std::filesystem::path prefix;      // the directory above bin/nvcc
  std::filesystem::path include;     // the CUDA headers
  std::filesystem::path cccl;        // where the user may put CCCL's headers
  std::filesystem::path deviceLib;   // headers of the device library
  std::filesystem::path hostInclude; // headers that only the host pass of a CUDA source includes
  std::filesystem::path lib;         // our libraries
  std::filesystem::path frontEnd;    // clang with nvcc's dialect (frontend/), for CUDA sources
  std::filesystem::path clang;       // the clang++ of the system
  std::filesystem::path resources;   // clang's own headers
  std::filesystem::path openmp;      // clang's OpenMP runtime, which may not be installed
  std::string hostCompiler;          // for plain C++ sources and for linking
  std::string hostCCompiler;         // for plain C sources
  std::string archiver;

  // `bindir` is the value of -ccbin, or empty. Throws FatalError when clang is missing.
  static Toolchain find(const std::string& bindir, const std::string& archiver);
};

// Looks up a program on PATH, unless the name has a slash. Empty when there is none.
std::filesystem::path findProgram(const std::string& name);

} // namespace heddle::nvcc
