// The address space that all devices and the host share. Device memory is memory of this process,
// so a device pointer is a host pointer. As on GPUs, each device has a fixed amount of memory, an
// allocation can be found from any address inside it, and an access beyond a large allocation
// faults.
#pragma once

#include "memory/slab.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace heddle::memory {

struct Allocation {
  char* base = nullptr;
  std::size_t size = 0;
  Kind kind = Kind::Device;
  unsigned flags = 0;
  std::uint64_t id = 0;        // never used twice
  const void* owner = nullptr; // the context that frees it when it is destroyed
  unsigned device = 0;
};

class AddressSpace {
public:
  // Each device has `capacity` bytes. With `keepMachineAlive`, an allocation also fails when the
  // machine has not enough free memory for it.
  AddressSpace(std::size_t capacity, bool keepMachineAlive, unsigned devices = 1);
  // Creates an address space with the capacity that HEDDLE_MEMORY says, else with equal shares of
  // the machine's memory, of at most `most` bytes each unless that is 0.
  static std::unique_ptr<AddressSpace> create(unsigned devices, std::size_t most = 0);

  // Null when there is not enough memory.
  void* allocate(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                 unsigned device = 0);
  // False unless `base` is the start of an allocation of one of these kinds.
  bool release(void* base, std::initializer_list<Kind> kinds);
  void releaseOwnedBy(const void* owner);

  // Makes the program's own memory known as pinned. False when it overlaps other memory.
  bool registerHost(void* base, std::size_t bytes, unsigned flags, const void* owner);
  bool unregisterHost(void* base);

  // Makes the memory around an address available to other processes. Nothing may write to it
  // meanwhile.
  struct Shared {
    const InterprocessMemory* memory;
    char* base; // the address of its start in this process
  };
  std::optional<Shared> share(const void* address);
  // Maps memory of another process. Null when the system refuses.
  void* import(const InterprocessMemory& memory, const void* owner, unsigned device);

  // Counts memory as used that has no address yet (cuMemCreate). False when there is not enough.
  bool charge(std::size_t bytes, unsigned device);
  void refund(std::size_t bytes, unsigned device);
  // Adds and removes a mapping that the caller has made in a reserved address range.
  void addMapped(void* base, std::size_t bytes, unsigned device);
  void removeMapped(void* base);

  // A dormant allocation keeps its memory, but find() does not find it. Memory pools keep freed
  // allocations this way.
  void setDormant(void* base, bool dormant);

  std::optional<Allocation> find(const void* address) const;
  // A range of addresses that all belong to one allocation, or all to none.
  struct AddressRange {
    std::uintptr_t low = 0, high = 0;
    bool allocated = false;
  };
  // The range around an address. Each thread caches its last result in each of two slots, 0 and 1,
  // so that repeated copies between the same two allocations need no lock.
  AddressRange rangeOf(const void* address, unsigned cacheSlot) const;
  // Whether a copy of `bytes` stays within one range at both ends, and these are allocations where
  // that is asked for. Uses the cache of rangeOf(), slot 0 for the destination and 1 for the
  // source. The answer may be false although the copy does, when another thread changes the address
  // space.
  bool containsBoth(const void* destination, bool destinationAllocated, const void* source,
                    bool sourceAllocated, std::size_t bytes) const;
  // Whether [address, address + bytes) lies in one allocation, or in adjacent mappings.
  bool contains(const void* address, std::size_t bytes) const;

  std::size_t capacity() const { return capacity_; }
  std::size_t available(unsigned device = 0) const;

private:
  struct Block {
    Reservation memory;
    Allocation allocation;
    bool dormant = false;
  };

  // The slabs of one kind, device and size class.
  struct SlabList {
    std::size_t count = 0;
    std::vector<Slab*> withRoom; // has capacity for all slabs
  };

  SlabList& slabsOf(Kind kind, unsigned device, unsigned sizeClass);
  bool sharesMapping(std::size_t bytes) const;
  bool addSlab(Kind kind, unsigned device, unsigned sizeClass);
  void* allocateSlot(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                     unsigned device);
  void* allocateBlock(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                      unsigned device);
  std::size_t offsetInFirstPage(std::size_t bytes, Kind kind);
  // The counter of used bytes that an allocation belongs to.
  std::size_t& usedBytes(Kind kind, unsigned device);
  bool releaseSlot(Slab& slab, void* base);
  void releaseSlotsOwnedBy(const void* owner, Slab& slab);
  Slab* slabOf(const void* address) const;
  AddressRange findRange(const void* address) const;
  bool isCached(const void* address, unsigned cacheSlot) const;
  const AddressRange& cachedRange(const void* address, unsigned cacheSlot) const;
  [[gnu::noinline]] bool containsBothUncached(const void* destination, bool destinationAllocated,
                                              const void* source, bool sourceAllocated,
                                              std::size_t bytes) const;
  // Takes the lock for changes, and invalidates the ranges that threads have cached.
  std::unique_lock<std::shared_mutex> lockForChange();
  bool machineCanBack(std::size_t bytes) const;

  const std::size_t capacity_;
  const bool keepMachineAlive_;
  std::size_t usedByOthers_ = 0; // memory in use on the machine when the device was created

  mutable std::shared_mutex mutex_;
  std::map<std::uintptr_t, Block> blocks_; // large allocations and registered host memory
  std::map<std::uintptr_t, std::unique_ptr<Slab>> slabs_;
  std::vector<SlabList> slabLists_; // by device, kind and size class
  std::vector<std::size_t> used_;   // device and managed memory, by device
  std::size_t pinned_ = 0;
  std::size_t nextOffset_ = 0; // in its first page, of the next allocation with its own mapping
  std::uint64_t nextId_ = 1;
  std::atomic<std::uint64_t> version_; // grows with each change
  // The latest allocations with their own mapping, by how many pages they have.
  std::array<std::uintptr_t, 64> latestBySize_{};
};

} // namespace heddle::memory
