// What every function of NVML begins with: whether the library is initialised, whether the handle
// names a device, and whether the pointer for the result is there.
#pragma once

#include "nvml.h"

#include "cuda.h"
#include "ir/api_boundary.h"

#include <string_view>

#define HEDDLE_NVML extern "C" __attribute__((visibility("default"))) nvmlReturn_t

namespace heddle::nvml {

bool isInitialized();
void countInitialization();
// False when there was no initialisation to take back.
bool takeBackInitialization();

nvmlDevice_t handleOf(int ordinal);
nvmlReturn_t toNvml(CUresult result);
nvmlReturn_t find(nvmlDevice_t handle, CUdevice& device);
nvmlReturn_t copyText(std::string_view text, char* to, unsigned length);
int attribute(CUdevice device, CUdevice_attribute which);

template <class Body> nvmlReturn_t guarded(Body body) {
  return withoutExceptions<nvmlReturn_t>(
      {NVML_ERROR_MEMORY, NVML_ERROR_UNKNOWN, NVML_ERROR_UNKNOWN}, body);
}

// Calls `body` with the device when the handle is valid and the result pointer is not null.
template <class Body> nvmlReturn_t query(nvmlDevice_t handle, const void* result, Body body) {
  CUdevice device = 0;
  if (nvmlReturn_t status = find(handle, device); status != NVML_SUCCESS)
    return status;
  return result ? guarded([&] { return body(device); }) : NVML_ERROR_INVALID_ARGUMENT;
}

// Answers a question whose answer is the same for every device.
template <class Value> nvmlReturn_t answer(nvmlDevice_t handle, Value* result, Value value) {
  return query(handle, result, [&](CUdevice) {
    *result = value;
    return NVML_SUCCESS;
  });
}

} // namespace heddle::nvml
