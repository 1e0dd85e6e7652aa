// The shadow of global memory in which kernels note their accesses, for races between their threads
// (simt/check_global_races.h). For each four bytes of an allocation it has 16. It is mapped in
// chunks as memory is allocated, and takes memory only where kernels access theirs.
#pragma once

#include "memory/reservation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace heddle::memory {

class RaceShadow {
public:
  static constexpr unsigned kChunkBits = 21;
  // What the shadow knows about four bytes of memory: their last write and their last read.
  struct Words {
    std::uint64_t write, read;
  };

  // Before the first allocation. False where the system has no addresses for the table.
  static bool enable();
  // Null unless enable() has succeeded.
  static RaceShadow* active();

  std::uintptr_t begin() const { return begin_; }
  std::size_t chunkCount() const { return chunkCount_; }
  const void* chunks() const { return chunks_.data(); }

  // Gives an allocation a shadow without accesses. Where the system has no memory for it, races on
  // this allocation are not found.
  void provide(const void* base, std::size_t bytes);
  void forget(const void* base);
  // The words of an address in an allocation. Null for other memory: stacks and shared memory may
  // lie in a chunk that an allocation has a shadow for.
  Words* find(std::uintptr_t address);

private:
  RaceShadow();
  bool mapChunk(std::size_t chunk); // needs the mutex
  std::uintptr_t* table() const;
  Words* wordsAt(std::uintptr_t address) const;

  std::uintptr_t begin_ = 0;
  std::size_t chunkCount_ = 0;
  Reservation chunks_;
  std::mutex mutex_; // guards the following, and changes of the table
  std::map<std::uintptr_t, std::size_t> allocations_; // the size by the first address
};

} // namespace heddle::memory
