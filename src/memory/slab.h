// A slab: a range of memory cut into slots of equal size, for allocations that share a mapping. It
// keeps the requested size of each slot, so that an allocation can be found from any address inside
// it.
#pragma once

#include "memory/reservation.h"

#include <cstdint>
#include <vector>

namespace heddle::memory {

constexpr std::size_t kSlotAlignment = 512;
// A load waits for earlier stores to addresses with the same low bits, on x86 the lowest twelve. So
// that a kernel which reads one array and writes another at the same index does not wait, each
// large allocation begins this much further on in that range than the one of its size before it.
// The step reaches all multiples of the alignment, and takes two or three successive ones far
// apart.
constexpr std::size_t kOffsetRange = 4096, kOffsetStep = 2560;
// Larger allocations get a reservation of their own, with guard pages, while there are not too many
// of them.
constexpr std::size_t kSmallAllocation = 256u << 10;
// The largest allocation that ever shares a mapping.
constexpr std::size_t kLargestSlot = 32u << 20;

// There are four size classes from one power of two to the next, so that at most a quarter of a
// slot is unused.
unsigned sizeClass(std::size_t bytes);
std::size_t slotBytes(unsigned sizeClass);
unsigned sizeClassCount();

enum class Kind {
  Device,
  Managed,
  Pinned,
  Registered, // the program's own host memory (cuMemHostRegister)
  Imported,   // memory of another process (cuIpcOpenMemHandle)
  Mapped,     // part of a reserved address range; its memory is counted by charge()
};
// This many kinds of memory, the first ones of the enumeration, have slabs.
constexpr unsigned kSlabKinds = 3;

class Slab {
public:
  struct Slot {
    std::size_t size = 0; // as requested; 0 for a free slot
    unsigned flags = 0;
    std::uint64_t id = 0;
    const void* owner = nullptr;
    unsigned device = 0;
    bool dormant = false;
  };

  // All allocations of a slab are of one kind.
  Slab(Kind kind, unsigned sizeClass);

  explicit operator bool() const { return static_cast<bool>(memory_); }
  char* base() const { return memory_.data(); }
  const InterprocessMemory* share() { return memory_.share(); }
  std::size_t bytes() const { return memory_.size(); }
  Kind kind() const { return kind_; }
  unsigned sizeClass() const { return sizeClass_; }
  bool full() const { return freeSlots_.empty(); }
  bool empty() const { return freeSlots_.size() == slots_.size(); }

  char* take(const Slot& slot);
  void give(std::size_t index);
  void setDormant(std::size_t index, bool dormant) { slots_[index].dormant = dormant; }
  std::size_t indexOf(const void* address) const;
  char* addressOf(std::size_t index) const { return base() + index * slotDistance_; }
  const Slot* slot(std::size_t index) const {
    return index < slots_.size() ? &slots_[index] : nullptr;
  }
  std::size_t slotCount() const { return slots_.size(); }

private:
  Kind kind_;
  unsigned sizeClass_;
  std::size_t slotDistance_;
  Reservation memory_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> freeSlots_;
};

} // namespace heddle::memory
