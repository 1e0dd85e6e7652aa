// What is not implemented fails with CUDA_ERROR_NOT_SUPPORTED and says so on standard error, once
// for each name. Includes cuda.h and not api.h, for exports.cpp.
#pragma once

#include <cuda.h>

namespace heddle::driver {

// `what` is the name of a function, or of a form of its arguments.
CUresult unsupported(const char* what);

} // namespace heddle::driver
