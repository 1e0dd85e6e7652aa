// The last error of each host thread, and the names and texts of all errors.
#pragma once

#include "cuda.h"

#include "heddle/error_types.h"

namespace heddle::runtime {

// Makes a failure the calling thread's last error; "not ready" is an answer, not a failure.
cudaError_t record(cudaError_t status);

// The runtime's codes are the driver's under other names.
inline cudaError_t toError(CUresult result) {
  return static_cast<cudaError_t>(result);
}
inline cudaError_t toError(cudaError_t status) {
  return status;
}

// Names a function that is not implemented on stderr, once per function, and fails the call.
cudaError_t notSupported(const char* function);

} // namespace heddle::runtime
