// libcudart: the runtime API over the public driver API. Nothing here knows a device; the driver
// library is found at run time (driver.h), objects are the driver's objects under the runtime's
// names, and what the runtime adds is its own state: registered fat binaries (registry.h), the
// implicit primary context of each device (context.h) and the last error of each host thread
// (error.h). Every entry point is thin: it checks what only the runtime can check, makes a context
// current and calls the driver through inContext() or inDriver().
#pragma once

#include "cuda.h"
#include "cuda_runtime_api.h"

#include "ir/api_boundary.h"
#include "runtime/call_trace.h"
#include "runtime/context.h"
#include "runtime/driver.h"
#include "runtime/error.h"

namespace heddle::runtime {

// Runs the body of a function of the API, from which no exception may leave, and records its
// result.
template <class Body> cudaError_t guarded(Body&& body) {
  return record(withoutExceptions<cudaError_t>(
      {cudaErrorMemoryAllocation, cudaErrorOperatingSystem, cudaErrorUnknown}, body));
}

// Runs `body(driver)` and records its result, a cudaError_t or CUresult, as the call's result.
template <class Body> cudaError_t inDriver(Body&& body, const char* caller = __builtin_FUNCTION()) {
  CallTrace trace(caller);
  return trace.end(guarded([&] {
    const Driver* driver = nullptr;
    if (cudaError_t status = requireDriver(driver); status != cudaSuccess)
      return status;
    return toError(body(*driver));
  }));
}

// As inDriver(), but with a context current: the caller's own, or the primary context of its
// device.
template <class Body>
cudaError_t inContext(Body&& body, const char* caller = __builtin_FUNCTION()) {
  CallTrace trace(caller);
  return trace.end(guarded([&] {
    const Driver* driver = nullptr;
    if (cudaError_t status = requireDriver(driver); status != cudaSuccess)
      return status;
    if (cudaError_t status = requireContext(*driver); status != cudaSuccess)
      return status;
    return toError(body(*driver));
  }));
}

inline CUdeviceptr toDevice(const void* pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

} // namespace heddle::runtime
