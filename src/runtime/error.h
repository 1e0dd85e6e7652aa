// The last error of each host thread, and the names and texts of all errors.
#pragma once

#include "cuda.h"

#include "heddle/error_types.h"

namespace heddle::runtime {

// Makes a failure the calling thread's last error and returns it. cudaErrorNotReady is an answer
// and not a failure.
cudaError_t record(cudaError_t status);

// The runtime's codes are the driver's under other names.
inline cudaError_t toError(CUresult result) {
  return static_cast<cudaError_t>(result);
}
inline cudaError_t toError(cudaError_t status) {
  return status;
}

} // namespace heddle::runtime
