#include "driver/memory/memory_pool.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/memory/location_pools.h"
#include "exec/engine.h"
#include "exec/simple_tasks.h"

#include <algorithm>
#include <cstring>

namespace heddle::driver {

namespace {

constexpr std::size_t kGranularity = 512;
// What the memory of a pool can be.
constexpr std::initializer_list<memory::Kind> kPoolKinds = {
    memory::Kind::Device, memory::Kind::Managed, memory::Kind::Pinned};

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

// Held while pools are created, destroyed or searched.
std::mutex poolsMutex;

template <typename Visit> void forEachPool(Visit visit) {
  std::lock_guard lock(poolsMutex);
  for (const auto& device : Driver::instance().devices())
    visit(device->defaultPool());
  Driver::instance().tables().pools.forEach(visit);
}

// The contexts that have allocated from a pool. Guarded by poolsMutex. Never destroyed, since
// contexts may end during the exit of the process.
std::map<const Context*, ContextDependent>& poolUsers =
    *new std::map<const Context*, ContextDependent>;

// A context that ends releases all its memory itself. The pools only forget it.
void forgetPoolMemory(const Context& owner) {
  forEachPool([&](MemoryPool& pool) { pool.forgetOwner(owner); });
  std::lock_guard lock(poolsMutex);
  poolUsers.erase(&owner);
}

void addPoolUser(Context& context) {
  std::lock_guard lock(poolsMutex);
  if (const auto [user, isNew] = poolUsers.try_emplace(&context); isNew)
    context.dependents().add(user->second, [&context] { forgetPoolMemory(context); });
}

template <typename Value> void put(void* out, Value value) {
  std::memcpy(out, &value, sizeof value);
}

template <typename Value> Value get(const void* in) {
  Value value;
  std::memcpy(&value, in, sizeof value);
  return value;
}

} // namespace

MemoryPool::MemoryPool(Device& device, const CUmemPoolProps& properties)
    : device_(device), properties_(properties) {}

MemoryPool::~MemoryPool() {
  trimLocked(0);
  for (const auto& [bytes, block] : free_)
    releaseAfterWork(block);
}

// The task belongs to the context that owns the memory, so that this context does not end, and
// release the memory itself, before the task has run.
void MemoryPool::releaseAfterWork(const Free& block) {
  const auto release = [pointer = block.pointer] { space().release(pointer, kPoolKinds); };
  try {
    auto task =
        exec::TaskRef::adopt(new exec::WorkerFunctionTask(block.owner->execution(), release));
    task->after(*block.after);
    exec::Engine::instance().submit(*task);
  } catch (...) {
    // Without memory for a task, the calling thread waits instead.
    block.after->wait();
    release();
  }
}

bool MemoryPool::Free::isOf(const StreamTarget& target) const {
  return streamId == target.stream->id();
}

void MemoryPool::countUse(std::size_t bytes) {
  used_ += bytes;
  usedHigh_ = std::max(usedHigh_, used_);
}

void* MemoryPool::reuse(std::size_t bytes, const StreamTarget& target) {
  auto [begin, end] = free_.equal_range(bytes);
  auto best = end;
  for (auto it = begin; it != end; ++it) {
    Free& block = it->second;
    if (block.owner != target.context)
      continue;
    if (block.after && block.after->done())
      block.after = {};
    if (block.isOf(target) || (!block.after && opportunistic_)) {
      best = it;
      break;
    }
    if (internalDependencies_ && best == end)
      best = it;
  }
  if (best == end)
    return nullptr;
  if (best->second.after && !best->second.isOf(target))
    target.stream->waitFor(best->second.after);
  void* pointer = best->second.pointer;
  free_.erase(best);
  space().setDormant(pointer, false);
  return pointer;
}

memory::Kind MemoryPool::kind() const {
  return isManaged()  ? memory::Kind::Managed
         : isOfHost() ? memory::Kind::Pinned
                      : memory::Kind::Device;
}

CUresult MemoryPool::allocate(std::size_t bytes, const StreamTarget& target, void*& pointer) {
  const std::size_t rounded = memory::roundUp(bytes, kGranularity);
  if (rounded < bytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  addPoolUser(*target.context);
  std::lock_guard lock(mutex_);
  if (properties_.maxSize && rounded > properties_.maxSize - std::min(properties_.maxSize, used_))
    return CUDA_ERROR_OUT_OF_MEMORY;
  pointer = reuse(rounded, target);
  for (int attempt = 0; !pointer && attempt < 2; ++attempt) {
    pointer = space().allocate(rounded, kind(), 0, target.context, device_.index());
    if (pointer) {
      held_ += rounded;
      heldHigh_ = std::max(heldHigh_, held_);
    } else if (attempt == 0) {
      trimLocked(0);
    }
  }
  if (!pointer)
    return CUDA_ERROR_OUT_OF_MEMORY;
  try {
    live_.emplace(pointer, Live{rounded, target.context});
  } catch (...) {
    space().release(pointer, kPoolKinds);
    held_ -= rounded;
    throw;
  }
  countUse(rounded);
  return CUDA_SUCCESS;
}

bool MemoryPool::owns(void* pointer) {
  std::lock_guard lock(mutex_);
  return live_.contains(pointer);
}

bool MemoryPool::free(void* pointer, const StreamTarget& target) {
  exec::TaskRef after = target.stream->join();
  std::lock_guard lock(mutex_);
  const auto found = live_.find(pointer);
  if (found == live_.end())
    return false;
  free_.emplace(found->second.bytes,
                Free{pointer, found->second.owner, target.stream->id(), std::move(after)});
  space().setDormant(pointer, true);
  used_ -= found->second.bytes;
  live_.erase(found);
  device_.poolsHoldFreeMemory = true;
  return true;
}

bool MemoryPool::forget(void* pointer) {
  std::lock_guard lock(mutex_);
  const auto found = live_.find(pointer);
  if (found == live_.end())
    return false;
  used_ -= found->second.bytes;
  held_ -= found->second.bytes;
  live_.erase(found);
  return true;
}

void MemoryPool::trimLocked(std::size_t keep) {
  for (auto it = free_.begin(); it != free_.end() && held_ > keep;) {
    if (it->second.after && !it->second.after->done()) {
      ++it;
      continue;
    }
    space().release(it->second.pointer, kPoolKinds);
    held_ -= it->first;
    it = free_.erase(it);
  }
}

void MemoryPool::trim(std::size_t keep) {
  std::lock_guard lock(mutex_);
  trimLocked(keep);
}

void MemoryPool::trimToThreshold() {
  std::lock_guard lock(mutex_);
  trimLocked(threshold_);
}

void MemoryPool::forgetOwner(const Context& owner) {
  std::lock_guard lock(mutex_);
  std::erase_if(live_, [&](const auto& entry) {
    if (entry.second.owner != &owner)
      return false;
    used_ -= entry.second.bytes;
    held_ -= entry.second.bytes;
    return true;
  });
  std::erase_if(free_, [&](const auto& entry) {
    if (entry.second.owner != &owner)
      return false;
    held_ -= entry.first;
    return true;
  });
}

CUresult MemoryPool::setAttribute(CUmemPool_attribute attribute, const void* value) {
  std::lock_guard lock(mutex_);
  switch (attribute) {
  case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    followEvents_ = get<int>(value) != 0;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    opportunistic_ = get<int>(value) != 0;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    internalDependencies_ = get<int>(value) != 0;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    threshold_ = get<cuuint64_t>(value);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    if (get<cuuint64_t>(value) != 0) // a high watermark can only be reset
      return CUDA_ERROR_INVALID_VALUE;
    heldHigh_ = held_;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    if (get<cuuint64_t>(value) != 0)
      return CUDA_ERROR_INVALID_VALUE;
    usedHigh_ = used_;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult MemoryPool::getAttribute(CUmemPool_attribute attribute, void* value) {
  std::lock_guard lock(mutex_);
  switch (attribute) {
  case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    put(value, followEvents_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    put(value, opportunistic_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    put(value, internalDependencies_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    put(value, threshold_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    put(value, held_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    put(value, heldHigh_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    put(value, used_);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    put(value, usedHigh_);
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult MemoryPool::setAccess(const CUmemAccessDesc& access) {
  Device* device;
  if (access.flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
    return CUDA_ERROR_NOT_SUPPORTED;
  // The host's access to managed memory does not change, and that to other memory cannot.
  if (access.location.type == CU_MEM_LOCATION_TYPE_HOST && isManaged())
    return CUDA_SUCCESS;
  if (access.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_NOT_SUPPORTED;
  HEDDLE_TRY(findDevice(access.location.id, device));
  const bool allowed = access.flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (!allowed && access.flags != CU_MEM_ACCESS_FLAGS_PROT_NONE)
    return CUDA_ERROR_INVALID_VALUE;
  if (device == &device_ && !isManaged() && !isOfHost()) // the pool's own device always has access
    return allowed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
  std::lock_guard lock(mutex_);
  if (allowed)
    writers_.insert(device->ordinal());
  else
    writers_.erase(device->ordinal());
  return CUDA_SUCCESS;
}

CUresult MemoryPool::getAccess(const CUmemLocation& location, CUmemAccess_flags& flags) {
  Device* device;
  if (location.type == CU_MEM_LOCATION_TYPE_HOST) {
    flags = isOfHost() ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
  }
  if (location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_INVALID_VALUE;
  if (findDevice(location.id, device) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex_);
  // As on an H200, memory that belongs to no device is not counted as accessible by one, although
  // it is.
  const bool isOwn = device == &device_ && !isManaged() && !isOfHost();
  flags = isOwn || writers_.contains(device->ordinal()) ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                                                        : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  return CUDA_SUCCESS;
}

MemoryPool* poolOf(void* pointer) {
  MemoryPool* found = nullptr;
  forEachPool([&](MemoryPool& pool) {
    if (!found && pool.owns(pointer))
      found = &pool;
  });
  return found;
}

void trimPools(Device& device) {
  if (!device.poolsHoldFreeMemory.exchange(false))
    return;
  forEachPool([&](MemoryPool& pool) {
    if (&pool.device() == &device)
      pool.trimToThreshold();
  });
}

MemoryPool* createPool(Device& device, const CUmemPoolProps& properties) {
  std::lock_guard lock(poolsMutex);
  return Driver::instance().tables().pools.create(device, properties);
}

CUresult findPool(CUmemoryPool handle, MemoryPool*& pool) {
  HEDDLE_TRY(Driver::instance().state());
  for (const auto& device : Driver::instance().devices())
    if (reinterpret_cast<CUmemoryPool>(&device->defaultPool()) == handle) {
      pool = &device->defaultPool();
      return CUDA_SUCCESS;
    }
  pool = Driver::instance().tables().pools.find(handle);
  return pool ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

namespace {

CUmemoryPool toHandle(MemoryPool& pool) {
  return reinterpret_cast<CUmemoryPool>(&pool);
}

CUresult giveOut(CUmemoryPool* out, MemoryPool* pool) {
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  if (!pool)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = toHandle(*pool);
  return CUDA_SUCCESS;
}

CUresult findLocation(const CUmemLocation* location, CUmemAllocationType type, Device*& device) {
  if (location && belongToLocation(*location, type))
    return findPoolLocation(*location, type, device);
  if (!location || type != CU_MEM_ALLOCATION_TYPE_PINNED ||
      location->type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_INVALID_VALUE;
  return findDevice(location->id, device) == CUDA_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// As findLocation(), for locations that have a pool without the program's doing. "Where the thread
// runs" has none.
CUresult findLocationOfPools(const CUmemLocation* location, CUmemAllocationType type,
                             Device*& device) {
  if (location && location->type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
    return CUDA_ERROR_NOT_SUPPORTED;
  return findLocation(location, type, device);
}

} // namespace
} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemPoolCreate(CUmemoryPool* out, const CUmemPoolProps* properties) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !properties || (properties->handleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
    return CUDA_ERROR_INVALID_VALUE;
  Device* device;
  HEDDLE_TRY(findLocation(&properties->location, properties->allocType, device));
  if (belongToLocation(properties->location, properties->allocType))
    HEDDLE_TRY(checkLocationProperties(*properties));
  for (unsigned char byte : properties->reserved)
    if (byte)
      return CUDA_ERROR_INVALID_VALUE;
  if (properties->maxSize > Driver::instance().memory().capacity())
    return CUDA_ERROR_OUT_OF_MEMORY;
  return giveOut(out, createPool(*device, *properties));
}

CUresult cuMemPoolDestroy(CUmemoryPool handle) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  if (pool == &pool->device().defaultPool() || isDefaultLocationPool(*pool))
    return CUDA_ERROR_INVALID_VALUE;
  pool->device().dropPool(*pool);
  dropLocationPool(*pool);
  std::lock_guard lock(poolsMutex);
  Driver::instance().tables().pools.destroy(pool);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolTrimTo(CUmemoryPool handle, size_t keep) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  pool->trim(keep);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void* value) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  return value ? pool->setAttribute(attribute, value) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemPoolGetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void* value) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  return value ? pool->getAttribute(attribute, value) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemPoolSetAccess(CUmemoryPool handle, const CUmemAccessDesc* access, size_t count) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  if (count && !access)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t index = 0; index < count; ++index)
    HEDDLE_TRY(pool->setAccess(access[index]));
  return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool handle,
                            CUmemLocation* location) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  return flags && location ? pool->getAccess(*location, *flags) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* out, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = toHandle(device->defaultPool());
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetMemPool(CUmemoryPool* out, CUdevice handle) {
  Device* device;
  HEDDLE_TRY(Driver::instance().state());
  if (!out || findDevice(handle, device) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  *out = toHandle(device->currentPool());
  return CUDA_SUCCESS;
}

CUresult cuDeviceSetMemPool(CUdevice handle, CUmemoryPool poolHandle) {
  Device* device;
  MemoryPool* pool;
  HEDDLE_TRY(Driver::instance().state());
  if (findDevice(handle, device) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(findPool(poolHandle, pool));
  if (&pool->device() != device || pool->imported || pool->isManaged() || pool->isOfHost())
    return CUDA_ERROR_INVALID_VALUE;
  device->setCurrentPool(*pool);
  return CUDA_SUCCESS;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool* out, CUmemLocation* location,
                                CUmemAllocationType type) {
  Device* device;
  HEDDLE_TRY(findLocationOfPools(location, type, device));
  if (belongToLocation(*location, type))
    return giveOut(out, defaultLocationPool(*location, type, *device));
  return cuDeviceGetDefaultMemPool(out, device->ordinal());
}

CUresult cuMemGetMemPool(CUmemoryPool* out, CUmemLocation* location, CUmemAllocationType type) {
  Device* device;
  HEDDLE_TRY(findLocationOfPools(location, type, device));
  if (belongToLocation(*location, type))
    return giveOut(out, currentLocationPool(*location, type, *device));
  return cuDeviceGetMemPool(out, device->ordinal());
}

CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) {
  Device* device;
  HEDDLE_TRY(findLocationOfPools(location, type, device));
  if (!belongToLocation(*location, type))
    return cuDeviceSetMemPool(device->ordinal(), pool);
  MemoryPool* set;
  HEDDLE_TRY(findPool(pool, set));
  const CUmemPoolProps& properties = set->properties();
  if (properties.allocType != type || !belongToLocation(properties.location, type))
    return CUDA_ERROR_INVALID_VALUE;
  setCurrentLocationPool(*location, *set);
  return CUDA_SUCCESS;
}
