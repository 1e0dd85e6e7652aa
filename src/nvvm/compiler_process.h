// Compiles in a process of its own.
#pragma once

#include "nvvm/request.h"

namespace heddle::nvvm {

// Has the compiler's program compile a request. A compiler that does not come to an end of its own
// is an error of the compilation.
Response compileInProcess(const Request& request);

} // namespace heddle::nvvm
