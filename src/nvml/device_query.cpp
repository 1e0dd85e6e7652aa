#include "nvml/device_query.h"

#include <atomic>
#include <cstdint>
#include <cstring>

namespace heddle::nvml {
namespace {

// How many calls of nvmlInit have not been taken back by nvmlShutdown.
std::atomic<int> initializations{0};

} // namespace

bool isInitialized() {
  return initializations > 0;
}

void countInitialization() {
  ++initializations;
}

bool takeBackInitialization() {
  int count = initializations;
  while (count > 0)
    if (initializations.compare_exchange_weak(count, count - 1))
      return true;
  return false;
}

// A handle is the ordinal plus one, since it must not be null.
nvmlDevice_t handleOf(int ordinal) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(ordinal) + 1);
}

nvmlReturn_t toNvml(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
    return NVML_SUCCESS;
  case CUDA_ERROR_NO_DEVICE:
    return NVML_ERROR_NOT_FOUND;
  case CUDA_ERROR_INVALID_DEVICE:
  case CUDA_ERROR_INVALID_VALUE:
    return NVML_ERROR_INVALID_ARGUMENT;
  default:
    return NVML_ERROR_UNKNOWN;
  }
}

nvmlReturn_t find(nvmlDevice_t handle, CUdevice& device) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  const auto ordinal = reinterpret_cast<std::uintptr_t>(handle);
  int count = 0;
  if (cuDeviceGetCount(&count) != CUDA_SUCCESS || ordinal == 0 ||
      ordinal > static_cast<std::uintptr_t>(count))
    return NVML_ERROR_INVALID_ARGUMENT;
  return toNvml(cuDeviceGet(&device, static_cast<int>(ordinal - 1)));
}

nvmlReturn_t copyText(std::string_view text, char* to, unsigned length) {
  if (!to)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (length <= text.size())
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(to, text.data(), text.size());
  to[text.size()] = '\0';
  return NVML_SUCCESS;
}

int attribute(CUdevice device, CUdevice_attribute which) {
  int value = 0;
  cuDeviceGetAttribute(&value, which, device);
  return value;
}

} // namespace heddle::nvml
