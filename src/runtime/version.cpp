#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
  if (!runtimeVersion)
    return record(cudaErrorInvalidValue);
  *runtimeVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (!version)
    return record(cudaErrorInvalidValue);
  *version = driverVersion();
  return cudaSuccess;
}
