#include "driver/memory/managed_memory_pool.h"

#include "driver/device/device.h"

#include <algorithm>

namespace heddle::driver {
namespace {

// Type and id of a location.
using Place = std::pair<CUmemLocationType, int>;

Place placeOf(const CUmemLocation& location) {
  const bool hasId = location.type == CU_MEM_LOCATION_TYPE_DEVICE ||
                     location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA;
  return {location.type, hasId ? location.id : 0};
}

struct ManagedPools {
  std::mutex mutex;
  std::map<Place, MemoryPool*> defaults, current;
};

// Never destroyed, since contexts may end during the exit of the process.
ManagedPools& managedPools() {
  static auto* const pools = new ManagedPools;
  return *pools;
}

MemoryPool* defaultPoolLocked(ManagedPools& pools, const CUmemLocation& location, Device& device) {
  MemoryPool*& pool = pools.defaults[placeOf(location)];
  if (!pool) {
    CUmemPoolProps properties{};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_MANAGED;
    properties.location = location;
    pool = createPool(device, properties);
  }
  return pool;
}

} // namespace

CUresult findManagedLocation(const CUmemLocation& location, Device*& device) {
  if (location.type < CU_MEM_LOCATION_TYPE_NONE ||
      location.type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
    return CUDA_ERROR_NOT_SUPPORTED;
  const bool ofDevice = location.type == CU_MEM_LOCATION_TYPE_DEVICE;
  return findDevice(ofDevice ? location.id : 0, device) == CUDA_SUCCESS ? CUDA_SUCCESS
                                                                        : CUDA_ERROR_INVALID_VALUE;
}

CUresult checkManagedProperties(const CUmemPoolProps& properties) {
  return properties.handleTypes == CU_MEM_HANDLE_TYPE_NONE && properties.maxSize == 0
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

MemoryPool* defaultManagedPool(const CUmemLocation& location, Device& device) {
  ManagedPools& pools = managedPools();
  std::lock_guard lock(pools.mutex);
  return defaultPoolLocked(pools, location, device);
}

MemoryPool* currentManagedPool(const CUmemLocation& location, Device& device) {
  ManagedPools& pools = managedPools();
  std::lock_guard lock(pools.mutex);
  const auto set = pools.current.find(placeOf(location));
  return set != pools.current.end() ? set->second : defaultPoolLocked(pools, location, device);
}

void setCurrentManagedPool(const CUmemLocation& location, MemoryPool& pool) {
  ManagedPools& pools = managedPools();
  std::lock_guard lock(pools.mutex);
  pools.current[placeOf(location)] = &pool;
}

bool isDefaultManagedPool(const MemoryPool& pool) {
  ManagedPools& pools = managedPools();
  std::lock_guard lock(pools.mutex);
  return std::ranges::any_of(pools.defaults,
                             [&](const auto& each) { return each.second == &pool; });
}

void dropManagedPool(const MemoryPool& pool) {
  ManagedPools& pools = managedPools();
  std::lock_guard lock(pools.mutex);
  std::erase_if(pools.current, [&](const auto& each) { return each.second == &pool; });
}

} // namespace heddle::driver
