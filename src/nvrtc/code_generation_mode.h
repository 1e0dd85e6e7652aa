// Some settings of LLVM's PTX back end are global variables of the process.
#pragma once

#include "nvrtc/options.h"

namespace heddle::nvrtc {

// Is called once, before the compilation.
void setCodeGenerationMode(const Options& options);

} // namespace heddle::nvrtc
