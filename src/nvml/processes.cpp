// The processes that use a device. Which ones do is not recorded where other processes could read
// it, so the lists are empty.
#include "nvml/device_query.h"

#undef nvmlDeviceGetComputeRunningProcesses
#undef nvmlDeviceGetGraphicsRunningProcesses

using namespace heddle::nvml;

#define HEDDLE_EMPTY_PROCESS_LIST(name)                                                            \
  HEDDLE_NVML name(nvmlDevice_t handle, unsigned int* count, nvmlProcessInfo_t*) {                 \
    return answer(handle, count, 0u);                                                              \
  }
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetComputeRunningProcesses)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetComputeRunningProcesses_v2)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetComputeRunningProcesses_v3)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetGraphicsRunningProcesses)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetGraphicsRunningProcesses_v2)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetGraphicsRunningProcesses_v3)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetMPSComputeRunningProcesses)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetMPSComputeRunningProcesses_v2)
HEDDLE_EMPTY_PROCESS_LIST(nvmlDeviceGetMPSComputeRunningProcesses_v3)
