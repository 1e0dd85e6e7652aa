// Memory and events shared between processes.
#include "runtime/runtime.h"

#include <bit>

using namespace heddle::runtime;

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  return inContext([&](const Driver& driver) {
    return driver.cuIpcGetEventHandle(reinterpret_cast<CUipcEventHandle*>(handle), event);
  });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
  return inContext([&](const Driver& driver) {
    return driver.cuIpcOpenEventHandle(event, std::bit_cast<CUipcEventHandle>(handle));
  });
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* devPtr) {
  return inContext([&](const Driver& driver) {
    return driver.cuIpcGetMemHandle(reinterpret_cast<CUipcMemHandle*>(handle), toDevice(devPtr));
  });
}

cudaError_t cudaIpcOpenMemHandle(void** devPtr, cudaIpcMemHandle_t handle, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuIpcOpenMemHandle(reinterpret_cast<CUdeviceptr*>(devPtr),
                                     std::bit_cast<CUipcMemHandle>(handle), flags);
  });
}

cudaError_t cudaIpcCloseMemHandle(void* devPtr) {
  return inContext(
      [&](const Driver& driver) { return driver.cuIpcCloseMemHandle(toDevice(devPtr)); });
}
