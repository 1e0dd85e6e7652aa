#include "driver/memory/location_pools.h"

#include "driver/device/device.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>

namespace heddle::driver {
namespace {

// The type of a pool, and type and id of its location.
using Place = std::tuple<CUmemAllocationType, CUmemLocationType, int>;

Place placeOf(const CUmemLocation& location, CUmemAllocationType type) {
  const bool hasId = location.type == CU_MEM_LOCATION_TYPE_DEVICE ||
                     location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA;
  return {type, location.type, hasId ? location.id : 0};
}

// A machine without NUMA has one node.
bool isNumaNode(int id) {
  std::error_code ignored;
  return id == 0 || (id > 0 && std::filesystem::exists(
                                   "/sys/devices/system/node/node" + std::to_string(id), ignored));
}

struct LocationPools {
  std::mutex mutex;
  std::map<Place, MemoryPool*> defaults, current;
};

// Never destroyed, since contexts may end during the exit of the process.
LocationPools& locationPools() {
  static auto* const pools = new LocationPools;
  return *pools;
}

MemoryPool* defaultPoolLocked(LocationPools& pools, const CUmemLocation& location,
                              CUmemAllocationType type, Device& device) {
  MemoryPool*& pool = pools.defaults[placeOf(location, type)];
  if (!pool) {
    CUmemPoolProps properties{};
    properties.allocType = type;
    properties.location = location;
    pool = createPool(device, properties);
  }
  return pool;
}

} // namespace

bool belongToLocation(const CUmemLocation& location, CUmemAllocationType type) {
  return type == CU_MEM_ALLOCATION_TYPE_MANAGED ||
         (type == CU_MEM_ALLOCATION_TYPE_PINNED &&
          (location.type == CU_MEM_LOCATION_TYPE_HOST ||
           location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
           location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT));
}

CUresult findPoolLocation(const CUmemLocation& location, CUmemAllocationType type,
                          Device*& device) {
  if (location.type < CU_MEM_LOCATION_TYPE_NONE ||
      location.type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
    return CUDA_ERROR_NOT_SUPPORTED;
  // Pinned memory stays where it is, so that "where the thread runs" is no place for it.
  if (type == CU_MEM_ALLOCATION_TYPE_PINNED &&
      location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
    return CUDA_ERROR_INVALID_VALUE;
  if (location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA && !isNumaNode(location.id))
    return CUDA_ERROR_INVALID_VALUE;
  const bool ofDevice = location.type == CU_MEM_LOCATION_TYPE_DEVICE;
  return findDevice(ofDevice ? location.id : 0, device) == CUDA_SUCCESS ? CUDA_SUCCESS
                                                                        : CUDA_ERROR_INVALID_VALUE;
}

CUresult checkLocationProperties(const CUmemPoolProps& properties) {
  const bool isManaged = properties.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED;
  if (properties.handleTypes != CU_MEM_HANDLE_TYPE_NONE &&
      (isManaged || properties.location.type != CU_MEM_LOCATION_TYPE_HOST_NUMA))
    return CUDA_ERROR_INVALID_VALUE;
  return isManaged && properties.maxSize ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

MemoryPool* defaultLocationPool(const CUmemLocation& location, CUmemAllocationType type,
                                Device& device) {
  LocationPools& pools = locationPools();
  std::lock_guard lock(pools.mutex);
  return defaultPoolLocked(pools, location, type, device);
}

MemoryPool* currentLocationPool(const CUmemLocation& location, CUmemAllocationType type,
                                Device& device) {
  LocationPools& pools = locationPools();
  std::lock_guard lock(pools.mutex);
  const auto set = pools.current.find(placeOf(location, type));
  return set != pools.current.end() ? set->second
                                    : defaultPoolLocked(pools, location, type, device);
}

void setCurrentLocationPool(const CUmemLocation& location, MemoryPool& pool) {
  LocationPools& pools = locationPools();
  std::lock_guard lock(pools.mutex);
  pools.current[placeOf(location, pool.properties().allocType)] = &pool;
}

bool isDefaultLocationPool(const MemoryPool& pool) {
  LocationPools& pools = locationPools();
  std::lock_guard lock(pools.mutex);
  return std::ranges::any_of(pools.defaults,
                             [&](const auto& each) { return each.second == &pool; });
}

void dropLocationPool(const MemoryPool& pool) {
  LocationPools& pools = locationPools();
  std::lock_guard lock(pools.mutex);
  std::erase_if(pools.current, [&](const auto& each) { return each.second == &pool; });
}

} // namespace heddle::driver
