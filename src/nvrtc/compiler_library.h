// Finds the installation around this library and opens the compiler.
#pragma once

#include "nvrtc/compiler.h"

namespace heddle::nvrtc {

const Installation& installation();
// Null when the compiler's library cannot be opened, with the reason in `log`.
CompileFunction* compileFunction(std::string& log);

} // namespace heddle::nvrtc
