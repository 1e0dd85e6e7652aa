#include "runtime/call_trace.h"

#include "cuda_runtime_api.h"
#include "trace/findings.h"

namespace heddle::runtime {

namespace {

thread_local unsigned depth = 0;
const DriverInternals* driver = nullptr;

void setDepth(unsigned value) {
  depth = value;
  if (driver)
    driver->setDepth(value);
}

} // namespace

void CallTrace::setDriver(const DriverInternals* internals) {
  driver = internals;
  setDepth(depth);
}

void CallTrace::enter() {
  setDepth(depth + 1);
}

void CallTrace::report(cudaError_t status) {
  setDepth(depth - 1);
  trace::recordCall(name_, "", cudaGetErrorName(status), start_, depth);
  if (status != cudaSuccess && status != cudaErrorNotReady)
    trace::reportApiError(name_, status, cudaGetErrorName(status), cudaGetErrorString(status),
                          depth);
}

} // namespace heddle::runtime
