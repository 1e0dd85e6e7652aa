// How devices lie to each other. All of them share the processors and the memory of one machine, so
// each two are as near as two on one node, and reach each other's memory.
#include "nvml/device_query.h"

#include <algorithm>
#include <vector>

using namespace heddle::nvml;

namespace {

std::vector<nvmlDevice_t> allDevices() {
  int count = 0;
  cuDeviceGetCount(&count);
  std::vector<nvmlDevice_t> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal)
    devices.push_back(handleOf(ordinal));
  return devices;
}

// Gives the number of devices, and the devices themselves where the caller has an array for them.
nvmlReturn_t copyDevices(const std::vector<nvmlDevice_t>& devices, unsigned* count,
                         nvmlDevice_t* array) {
  const unsigned capacity = *count;
  *count = static_cast<unsigned>(devices.size());
  if (!array)
    return NVML_SUCCESS;
  if (capacity < devices.size())
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::ranges::copy(devices, array);
  return NVML_SUCCESS;
}

// Calls `body` when both handles are valid and the result pointer is not null.
template <class Body>
nvmlReturn_t queryPair(nvmlDevice_t first, nvmlDevice_t second, const void* result, Body body) {
  return query(first, result, [&](CUdevice firstDevice) {
    return query(second, result,
                 [&](CUdevice secondDevice) { return body(firstDevice, secondDevice); });
  });
}

} // namespace

HEDDLE_NVML nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t first, nvmlDevice_t second,
                                                nvmlGpuTopologyLevel_t* level) {
  return queryPair(first, second, level, [&](CUdevice one, CUdevice other) {
    *level = one == other ? NVML_TOPOLOGY_INTERNAL : NVML_TOPOLOGY_NODE;
    return NVML_SUCCESS;
  });
}

HEDDLE_NVML nvmlDeviceGetTopologyNearestGpus(nvmlDevice_t handle, nvmlGpuTopologyLevel_t level,
                                             unsigned int* count, nvmlDevice_t* devices) {
  return query(handle, count, [&](CUdevice) {
    std::vector<nvmlDevice_t> nearest;
    if (level == NVML_TOPOLOGY_NODE) {
      nearest = allDevices();
      std::erase(nearest, handle);
    }
    return copyDevices(nearest, count, devices);
  });
}

HEDDLE_NVML nvmlSystemGetTopologyGpuSet(unsigned int, unsigned int* count, nvmlDevice_t* devices) {
  if (!isInitialized())
    return NVML_ERROR_UNINITIALIZED;
  return count ? guarded([&] { return copyDevices(allDevices(), count, devices); })
               : NVML_ERROR_INVALID_ARGUMENT;
}

HEDDLE_NVML nvmlDeviceGetP2PStatus(nvmlDevice_t first, nvmlDevice_t second,
                                   nvmlGpuP2PCapsIndex_t capability, nvmlGpuP2PStatus_t* status) {
  return queryPair(first, second, status, [&](CUdevice one, CUdevice other) {
    int reaches = 0;
    cuDeviceCanAccessPeer(&reaches, one, other);
    const bool isLink = capability == NVML_P2P_CAPS_INDEX_NVLINK;
    *status = reaches != 0 && !isLink ? NVML_P2P_STATUS_OK : NVML_P2P_STATUS_NOT_SUPPORTED;
    return NVML_SUCCESS;
  });
}

HEDDLE_NVML nvmlDeviceOnSameBoard(nvmlDevice_t first, nvmlDevice_t second, int* onSameBoard) {
  return queryPair(first, second, onSameBoard, [&](CUdevice one, CUdevice other) {
    *onSameBoard = one == other;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetMultiGpuBoard(nvmlDevice_t handle, unsigned int* isOnSharedBoard) {
  return answer(handle, isOnSharedBoard, 0u);
}
HEDDLE_NVML nvmlDeviceGetBoardId(nvmlDevice_t handle, unsigned int* board) {
  return nvmlDeviceGetIndex(handle, board);
}

// Devices are not virtual ones of another machine, and need no licence.
HEDDLE_NVML nvmlDeviceGetVirtualizationMode(nvmlDevice_t handle,
                                            nvmlGpuVirtualizationMode_t* mode) {
  return answer(handle, mode, NVML_GPU_VIRTUALIZATION_MODE_NONE);
}
HEDDLE_NVML nvmlDeviceGetGridLicensableFeatures_v4(nvmlDevice_t handle,
                                                   nvmlGridLicensableFeatures_t* features) {
  return answer(handle, features, nvmlGridLicensableFeatures_t{});
}
