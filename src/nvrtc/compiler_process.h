// Compiles in a process of its own.
#pragma once

#include "nvrtc/compiler.h"

namespace heddle::nvrtc {

// The installation around this library.
const Installation& installation();

// Has the compiler's program compile a request. False when it could not be started, with the reason
// in the log. A compiler that does not come to an end of its own is an error of the compilation.
bool compileInProcess(const Request& request, Result& result);

} // namespace heddle::nvrtc
