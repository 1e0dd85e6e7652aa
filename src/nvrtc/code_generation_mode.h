// Some settings of LLVM's PTX back end are global variables. Compilations with the same settings
// run at the same time. One with other settings waits until those are done.
#pragma once

#include "nvrtc/options.h"

namespace heddle::nvrtc {

// Holds the settings for one compilation, from its construction, which may wait, to its
// destruction.
class CodeGenerationMode {
public:
  explicit CodeGenerationMode(const Options& options);
  ~CodeGenerationMode();
  CodeGenerationMode(const CodeGenerationMode&) = delete;
  CodeGenerationMode& operator=(const CodeGenerationMode&) = delete;
};

} // namespace heddle::nvrtc
