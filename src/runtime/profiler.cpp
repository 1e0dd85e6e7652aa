// Programs mark the part of their run that a profiler should record. No profiler can be attached,
// so there is nothing to start or stop.
#include "cuda_profiler_api.h"

#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaProfilerStart() {
  return inContext([](const Driver&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return inContext([](const Driver&) { return cudaSuccess; });
}
