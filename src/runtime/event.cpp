#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return inContext([&](const Driver& driver) { return driver.cuEventCreate(event, flags); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return inContext([&](const Driver& driver) { return driver.cuEventRecord(event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return inContext(
      [&](const Driver& driver) { return driver.cuEventRecordWithFlags(event, stream, flags); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return inContext([&](const Driver& driver) { return driver.cuEventQuery(event); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return inContext([&](const Driver& driver) { return driver.cuEventSynchronize(event); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return inContext([&](const Driver& driver) { return driver.cuEventDestroy(event); });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  if (!ms)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) { return driver.cuEventElapsedTime(ms, start, end); });
}
