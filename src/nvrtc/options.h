// What nvrtcCompileProgram's options ask for.
#pragma once

#include "nvcc/architectures.h"

#include <span>
#include <string>
#include <vector>

namespace heddle::nvrtc {

struct Options {
  const nvcc::Architecture* architecture = nullptr;
  bool real = false; // sm_XY rather than compute_XY: a cubin is made too
  bool relocatable = false;
  bool debug = false, lineInfo = false;
  bool flushToZero = false, preciseSquareRoot = true, preciseDivision = true;
  bool fusedMultiplyAdd = true, fastMath = false;
  bool defaultDevice = false, int128 = false;
  bool moveForward = true, initializerList = true;
  bool noSourceInclude = false, noWarnings = false, briefDiagnostics = false;
  bool syntaxOnly = false, noCache = false, createPch = false;
  std::string standard = "c++17";
  std::string ptxasOptions;
  std::string timeFile;            // empty: none; "-": the log
  std::string timeTraceFile;       // empty: none
  std::vector<std::string> macros; // -DNAME=VALUE and -UNAME, in order
  std::vector<std::string> includePaths, preIncludes;
};

// Why options are refused, as a line of the log; empty when all are well.
std::string parse(std::span<const char* const> arguments, Options& options);

// Numbers of the architectures, in ascending order.
std::vector<int> supportedArchitectures();

} // namespace heddle::nvrtc
