// Values by the number of a field. They are readings of sensors, counters of links and of failures,
// which a device of this kind does not have, so each field says for itself that it is not
// supported.
#include "nvml/device_query.h"

#include <chrono>

using namespace heddle::nvml;

HEDDLE_NVML nvmlDeviceGetFieldValues(nvmlDevice_t handle, int count, nvmlFieldValue_t* values) {
  return query(handle, values, [&](CUdevice) {
    if (count <= 0)
      return NVML_ERROR_INVALID_ARGUMENT;
    const auto now = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    for (int i = 0; i < count; ++i) {
      values[i].timestamp = now.count();
      values[i].latencyUsec = 0;
      values[i].nvmlReturn = NVML_ERROR_NOT_SUPPORTED;
    }
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceClearFieldValues(nvmlDevice_t handle, int count, nvmlFieldValue_t* values) {
  return nvmlDeviceGetFieldValues(handle, count, values);
}
