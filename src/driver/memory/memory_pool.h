// CUmemoryPool: memory that is allocated and freed in stream order. Freed memory stays in the pool.
// The same stream can reuse it at once, others when the work before the free is done. When the
// program synchronises, the pool returns the memory above its release threshold to the device.
#pragma once

#include "driver/core/driver.h"
#include "driver/stream/stream.h"
#include "exec/stream.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

namespace heddle::driver {

class MemoryPool {
public:
  MemoryPool(Device& device, const CUmemPoolProps& properties);
  // Returns free memory to the device, at once or when the work that may still use it is done.
  ~MemoryPool();

  Device& device() { return device_; }
  const CUmemPoolProps& properties() const { return properties_; }
  bool isManaged() const { return properties_.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED; }
  // Whether its memory is pinned memory of the host.
  bool isOfHost() const {
    return !isManaged() && properties_.location.type != CU_MEM_LOCATION_TYPE_DEVICE;
  }

  CUresult allocate(std::size_t bytes, const StreamTarget& target, void*& pointer);
  bool owns(void* pointer);
  // False when the pointer is not one of this pool's.
  bool free(void* pointer, const StreamTarget& target);
  // Takes an allocation out of the pool, because the program frees it by cuMemFree. False when the
  // pointer is not one of this pool's.
  bool forget(void* pointer);
  // Returns memory to the device that is free and that no work can still use, as long as the pool
  // holds more than `keep` bytes.
  void trim(std::size_t keep);
  void trimToThreshold();
  // Forgets the memory that was allocated in a context, when the context ends.
  void forgetOwner(const Context& owner);

  CUresult setAttribute(CUmemPool_attribute attribute, const void* value);
  CUresult getAttribute(CUmemPool_attribute attribute, void* value);
  CUresult setAccess(const CUmemAccessDesc& access);
  CUresult getAccess(const CUmemLocation& location, CUmemAccess_flags& flags);

  // The pool is imported from another process. It has no memory, but can import pointers.
  bool imported = false;

private:
  struct Live {
    std::size_t bytes;
    Context* owner;
  };
  struct Free {
    void* pointer;
    Context* owner;
    // The stream where the memory was freed, by its id, since the program may have destroyed it.
    std::uint64_t streamId;
    exec::TaskRef after; // the work before the free; null when it is done
    bool isOf(const StreamTarget& target) const;
  };

  memory::Kind kind() const;
  void* reuse(std::size_t bytes, const StreamTarget& target);
  void countUse(std::size_t bytes);
  void trimLocked(std::size_t keep);
  static void releaseAfterWork(const Free& block);

  Device& device_;
  const CUmemPoolProps properties_;
  std::mutex mutex_;
  std::map<void*, Live> live_;
  std::multimap<std::size_t, Free> free_;
  std::uint64_t used_ = 0, usedHigh_ = 0, held_ = 0, heldHigh_ = 0;
  std::uint64_t threshold_ = 0;
  int followEvents_ = 1, opportunistic_ = 1, internalDependencies_ = 1;
  std::set<int> writers_; // other devices that may use the memory
};

// The pool that a pointer was allocated from; null for other memory.
MemoryPool* poolOf(void* pointer);
// Makes the pools of a device return the memory above their thresholds, after a synchronisation.
void trimPools(Device& device);

// Null when the table of handles is full.
MemoryPool* createPool(Device& device, const CUmemPoolProps& properties);
CUresult findPool(CUmemoryPool handle, MemoryPool*& pool);

} // namespace heddle::driver
