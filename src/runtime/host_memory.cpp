// Pinned host memory.
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  if (!pHost)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    if (size == 0) {
      *pHost = nullptr;
      return CUDA_SUCCESS;
    }
    return driver.cuMemHostAlloc(pHost, size, flags);
  });
}

cudaError_t cudaMallocHost(void** ptr, size_t size) {
  return cudaHostAlloc(ptr, size, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* ptr) {
  return inContext(
      [&](const Driver& driver) { return ptr ? driver.cuMemFreeHost(ptr) : CUDA_SUCCESS; });
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) {
  return inContext(
      [&](const Driver& driver) { return driver.cuMemHostRegister(ptr, size, flags); });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return inContext([&](const Driver& driver) { return driver.cuMemHostUnregister(ptr); });
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuMemHostGetDevicePointer(reinterpret_cast<CUdeviceptr*>(pDevice), pHost, flags);
  });
}

cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return inContext([&](const Driver& driver) { return driver.cuMemHostGetFlags(pFlags, pHost); });
}
