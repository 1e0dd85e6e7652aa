// Where things are: our own installation, found from the running executable, and the programs that
// the driver calls.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::nvcc {

struct Toolchain {
  std::filesystem::path prefix;      // the directory above bin/nvcc
  std::filesystem::path include;     // the CUDA headers
  std::filesystem::path cccl;        // CCCL's headers, where somebody has put them beside ours
  std::filesystem::path deviceLib;   // headers of the device library
  std::filesystem::path hostInclude; // what only the host pass of a CUDA source includes
  std::filesystem::path lib;         // libcudart and its like
  std::filesystem::path frontEnd;    // for CUDA sources: clang with nvcc's dialect, see frontend/
  std::filesystem::path clang;       // the clang++ of the system
  std::filesystem::path resources;   // clang's own headers
  std::filesystem::path openmp;      // clang's OpenMP runtime, where that is installed
  std::string hostCompiler;          // for plain C++ sources and for linking
  std::string hostCCompiler;         // for plain C sources
  std::string archiver;

  // Throws FatalError when clang is not there. `bindir` is the value of -ccbin, or empty.
  static Toolchain find(const std::string& bindir, const std::string& archiver);
};

// The path of a program that is given by name, looked up on PATH; empty when there is none.
std::filesystem::path findProgram(const std::string& name);

} // namespace heddle::nvcc
