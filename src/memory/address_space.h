// The address space that all devices and the host share. Device memory is memory of this process,
// so a device pointer is a host pointer; this layer keeps account of it as GPUs would: a fixed
// amount for each device, allocations that can be looked up from any address inside, and a fault
// for who reaches past the large ones.
#pragma once

#include "memory/slab.h"

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

enum class Kind {
  Device,
  Managed,
  Pinned,
  Registered, // host memory of the program's own
  Imported,   // memory of another process
  Mapped,     // a part of a reserved range of addresses, backed by memory charged elsewhere
};

struct Allocation {
  char* base = nullptr;
  std::size_t size = 0;
  Kind kind = Kind::Device;
  unsigned flags = 0;
  std::uint64_t id = 0;        // never reused
  const void* owner = nullptr; // what it dies with: a context
  unsigned device = 0;
};

class AddressSpace {
public:
  // `capacity` bytes for each device. With `keepMachineAlive` an allocation is also refused when
  // the machine could not back it.
  AddressSpace(std::size_t capacity, bool keepMachineAlive, unsigned devices = 1);
  // By HEDDLE_MEMORY, or the machine's memory in equal parts, but at most `most` unless that is 0.
  static std::unique_ptr<AddressSpace> create(unsigned devices, std::size_t most = 0);

  // Null when there is not enough.
  void* allocate(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                 unsigned device = 0);
  // False unless `base` is the start of an allocation of one of these kinds.
  bool release(void* base, std::initializer_list<Kind> kinds);
  void releaseOwnedBy(const void* owner);

  enum class RegisterResult { Done, Overlaps };
  RegisterResult registerHost(void* base, std::size_t bytes, unsigned flags, const void* owner);
  bool unregisterHost(void* base);

  // The memory around an address as other processes can map it, once nothing uses it.
  struct Shared {
    const SharedMemory* memory;
    char* base; // where it starts here
  };
  std::optional<Shared> share(const void* address);
  // Maps memory of another process. Null when the OS refuses.
  void* import(const SharedMemory& memory, const void* owner, unsigned device);

  // For memory that is not allocated by address: counts it as the device's; false when there is not
  // enough.
  bool charge(std::size_t bytes, unsigned device);
  void refund(std::size_t bytes, unsigned device);
  // Makes memory that was mapped by others known, and unknown again.
  void addMapped(void* base, std::size_t bytes, unsigned device);
  void removeMapped(void* base);

  // A dormant allocation keeps its memory and is not found.
  void setDormant(void* base, bool dormant);

  std::optional<Allocation> find(const void* address) const;
  // Addresses that are all of one allocation, or all of none.
  struct Stretch {
    std::uintptr_t low = 0, high = 0;
    bool allocated = false;
  };
  // The stretch around an address. Threads remember the last answers, `slot` being which of them
  // (0 or 1): who asks about the same memory again and again takes no lock.
  Stretch stretchOf(const void* address, unsigned slot) const;
  // Whether the bytes at both addresses lie in one stretch each, of an allocation where they have
  // to. Remembered in the same way, the destination's being slot 0.
  bool holdBoth(const void* destination, bool destinationAllocated, const void* source,
                bool sourceAllocated, std::size_t bytes) const;
  // Whether [address, address+bytes) lies in one allocation, or in mappings that adjoin.
  bool contains(const void* address, std::size_t bytes) const;

  std::size_t capacity() const { return capacity_; }
  std::size_t available(unsigned device = 0) const;

private:
  struct Block {
    Reservation memory;
    Allocation allocation;
    bool dormant = false;
  };

  void* allocateSlot(std::size_t bytes, unsigned flags, const void* owner, unsigned device);
  void* allocateBlock(std::size_t bytes, Kind kind, unsigned flags, const void* owner,
                      unsigned device);
  // What an allocation is counted in.
  std::size_t& account(Kind kind, unsigned device);
  bool releaseSlot(Slab& slab, void* base);
  Slab* slabOf(const void* address) const;
  Stretch findStretch(const void* address) const;
  bool remembers(const void* address, unsigned slot) const;
  const Stretch& recall(const void* address, unsigned slot) const;
  [[gnu::noinline]] bool findBoth(const void* destination, bool destinationAllocated,
                                  const void* source, bool sourceAllocated,
                                  std::size_t bytes) const;
  // The lock for changes. What threads remember is void afterwards.
  std::unique_lock<std::shared_mutex> lockForChange();
  bool machineCanBack(std::size_t bytes) const;

  const std::size_t capacity_;
  const bool keepMachineAlive_;
  std::size_t takenByOthers_ = 0; // memory in use on the machine when the device came up

  mutable std::shared_mutex mutex_;
  std::map<std::uintptr_t, Block> blocks_; // large allocations and registered host memory
  std::map<std::uintptr_t, std::unique_ptr<Slab>> slabs_;
  std::vector<std::vector<Slab*>> slabsWithRoom_; // by device and size class
  std::vector<std::size_t> used_;                 // device and managed memory, by device
  std::size_t pinned_ = 0;
  std::uint64_t nextId_ = 1;
  std::atomic<std::uint64_t> changes_;
};

} // namespace heddle::memory
