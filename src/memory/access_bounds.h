// The exact bounds of allocations in a form that compiled code can read, for kernels that check
// each of their accesses (simt/check_memory_accesses.h). The range of addresses that kernels have
// is cut into granules of 512 bytes, which is the alignment of allocations, so that no two of them
// share a granule. A table has the number of a record for each granule, and the record has the
// first address and the size of the allocation. Record 0 is that of no allocation.
//
// The table has an entry for every granule that there could be, but memory only for those that were
// written to: one byte in 128 of what is allocated.
#pragma once

#include "memory/reservation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace heddle::memory {

class AccessBounds {
public:
  static constexpr unsigned kGranuleBits = 9;
  // What compiled code loads.
  struct Record {
    std::uint64_t low, bytes;
  };

  // Makes the table of this process, before the first allocation. False where the system has no
  // addresses for it, or kernels have no range of addresses of their own.
  static bool enable();
  // Null unless enable() has succeeded.
  static AccessBounds* active();

  std::uintptr_t begin() const { return begin_; }
  std::size_t granuleCount() const { return granuleCount_; }
  const void* granules() const { return granules_.data(); }
  const void* records() const { return records_.data(); }

  // Memory outside of the range, or without the alignment, has record 0 in the table, as has what
  // shall not be in it.
  void add(const void* base, std::size_t bytes, bool isInTable = true);
  void remove(const void* base);
  // A mapping that several allocations share.
  void addSlab(const void* base, std::size_t bytes);
  void removeSlab(const void* base);
  // Marks an allocation as one that kernels may read but not write, until the allocation is
  // removed.
  void makeReadOnly(const void* base);
  bool isReadOnly(const void* address);
  // Memory outside of the range that kernels may access all the same, as long as the process lives:
  // the managed variables of an executable, and descriptions of textures.
  void addOutside(const void* base, std::size_t bytes) { add(base, bytes, false); }

  // All allocations, by their first addresses.
  std::map<std::uintptr_t, std::size_t> allocations();

  // Whether all the bytes are of one allocation, or of several that follow each other without a
  // gap, as the mappings of a reserved range do.
  bool holds(const void* address, std::size_t bytes);
  // What a report says about an address.
  struct Surroundings {
    // False where the bytes are not allocated although nothing else can lie there: the address is
    // beside an allocation, or no memory is there at all. True for memory of the driver that
    // kernels access, as their stacks.
    bool mayBeAccessed = false;
    // The allocation that holds the address, or is the nearest one.
    std::optional<Record> nearest;
  };
  Surroundings surroundingsOf(const void* address, std::size_t bytes);

private:
  AccessBounds();
  std::uint32_t* granuleAt(const void* address) const;
  Record* record(std::uint32_t number) const;
  void setGranules(const Record& bounds, std::uint32_t number);
  // These need the mutex.
  std::uint32_t takeRecord();
  void takeOutOfTable(const void* base);
  bool areAllocated(std::uintptr_t address, std::size_t bytes) const;
  bool isBesideAllocation(std::uintptr_t address) const;
  bool isOfTable(std::uintptr_t address) const;
  std::optional<Record> nearestTo(std::uintptr_t address) const;

  std::uintptr_t begin_ = 0;
  std::size_t granuleCount_ = 0;
  Reservation granules_, records_;
  std::mutex mutex_; // guards the following, and changes of the table
  std::uint32_t nextRecord_ = 1;
  std::vector<std::uint32_t> freeRecords_;
  std::map<std::uintptr_t, std::size_t> allocations_, slabs_; // the size by the first address
  std::set<std::uintptr_t> readOnly_;                         // first addresses of allocations
};

} // namespace heddle::memory
