// The options of nvrtcCompileProgram.
#pragma once

#include "toolkit/architectures.h"

#include <span>
#include <string>
#include <vector>

namespace heddle::nvrtc {

struct Options {
  const toolkit::Architecture* architecture = nullptr;
  bool real = false; // -arch=sm_XY, which makes a cubin too, and not compute_XY
  bool relocatable = false;
  bool debug = false, lineInfo = false;
  bool flushToZero = false, preciseSquareRoot = true, preciseDivision = true;
  bool fusedMultiplyAdd = true, fastMath = false;
  bool defaultDevice = false, int128 = false;
  bool moveForward = true, initializerList = true;
  bool noSourceInclude = false, noWarnings = false, briefDiagnostics = false;
  bool syntaxOnly = false, noCache = false, createPch = false;
  bool ltoIr = false; // LTO-IR is made in the place of PTX and cubins
  std::string standard = "c++17";
  std::string ptxasOptions;
  std::string timeFile;            // empty: none. "-": the times go to the log
  std::string timeTraceFile;       // empty: none
  std::vector<std::string> macros; // -DNAME=VALUE and -UNAME, in order
  std::vector<std::string> includePaths, preIncludes;
};

// Throws toolkit::UsageError, whose message is a line of the log.
Options parse(std::span<const char* const> arguments);

// Numbers of the architectures, in ascending order.
std::vector<int> supportedArchitectures();

} // namespace heddle::nvrtc
