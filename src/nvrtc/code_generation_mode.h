// Some of the PTX back end's settings are variables of the process. Compilations that agree about
// them run at the same time; one that differs waits until the others are done.
#pragma once

#include "nvrtc/options.h"

namespace heddle::nvrtc {

class CodeGenerationMode {
public:
  explicit CodeGenerationMode(const Options& options);
  ~CodeGenerationMode();
  CodeGenerationMode(const CodeGenerationMode&) = delete;
  CodeGenerationMode& operator=(const CodeGenerationMode&) = delete;
};

} // namespace heddle::nvrtc
