// The options of nvvmCompileProgram.
#pragma once

#include "toolkit/architectures.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::nvvm {

struct Options {
  const toolkit::Architecture* architecture = nullptr;
  unsigned optimizationLevel = 3;
  bool debug = false;
  bool ltoIr = false; // LTO-IR is made in the place of PTX
  bool lineInfo = false;
  bool flushToZero = false;
  bool preciseSquareRoot = true;
  bool preciseDivision = true;
  bool fusedMultiplyAdd = true;
};

// Nothing when an option is unknown or has a value that it cannot have; `log` says which.
std::optional<Options> parseOptions(const std::vector<std::string>& words, std::string& log);

} // namespace heddle::nvvm
