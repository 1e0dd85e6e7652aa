// CUmemoryPool: memory that is allocated and freed in the order of streams. What is freed stays in
// the pool for reuse: at once in the same stream, in others when the work before the free is done.
// At synchronisation the pool gives back what it holds above its release threshold.
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
  // What is still allocated is given back to the device.
  ~MemoryPool();

  Device& device() { return device_; }
  const CUmemPoolProps& properties() const { return properties_; }

  CUresult allocate(std::size_t bytes, const StreamTarget& target, void*& pointer);
  bool owns(void* pointer);
  // False when the pointer is not one of this pool's.
  bool free(void* pointer, const StreamTarget& target);
  // For cuMemFree: the pool no longer knows of the allocation.
  bool forget(void* pointer);
  // Gives back what is free and done with, down to `keep` bytes in all.
  void trim(std::size_t keep);
  void trimToThreshold();
  // A context is going, with all memory that was allocated in it.
  void forgetOwner(const Context& owner);

  CUresult setAttribute(CUmemPool_attribute attribute, const void* value);
  CUresult getAttribute(CUmemPool_attribute attribute, void* value);
  CUresult setAccess(const CUmemAccessDesc& access);
  CUresult getAccess(const CUmemLocation& location, CUmemAccess_flags& flags);

  // Imported from another process: it only gives names to pointers from there.
  bool imported = false;

private:
  struct Live {
    std::size_t bytes;
    const Context* owner;
  };
  struct Free {
    void* pointer;
    const Context* owner;
    const exec::Stream* stream; // where it was freed; only compared
    exec::TaskRef after;        // null when that is done
  };

  void* reuse(std::size_t bytes, const StreamTarget& target);
  void countUse(std::size_t bytes);
  void trimLocked(std::size_t keep);

  Device& device_;
  const CUmemPoolProps properties_;
  std::mutex mutex_;
  std::map<void*, Live> live_;
  std::multimap<std::size_t, Free> free_;
  std::uint64_t used_ = 0, usedHigh_ = 0, held_ = 0, heldHigh_ = 0;
  std::uint64_t threshold_ = 0;
  int followEvents_ = 1, opportunistic_ = 1, internalDependencies_ = 1;
  std::set<int> writers_; // devices that may use the memory, besides its own
};

// The pool that a pointer was allocated from; null for other memory.
MemoryPool* poolOf(void* pointer);
// After synchronisation on the device: each of its pools returns what is above its threshold.
void trimPools(Device& device);

CUresult findPool(CUmemoryPool handle, MemoryPool*& pool);

} // namespace heddle::driver
