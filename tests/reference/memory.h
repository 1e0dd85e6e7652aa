// The memory of the reference interpreter: a set of regions of host memory, so that every access
// can be checked for bounds, alignment, initialisation and races. A program that fails such a check
// has no one meaning, and nothing can be said about an engine with it.
#pragma once

#include "arithmetic.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::reference {

// How much of every other thread's past a thread has seen.
using Clock = std::vector<std::uint32_t>;

struct Accessor {
  std::uint32_t block;
  std::uint32_t thread; // in the block
  const Clock* seen;
};

enum class Access { Read, Write, Atomic };

class Memory {
public:
  enum class Sharing {
    ReadOnly, // all threads read it
    Private,  // one thread's
    Common,   // races are looked for
  };
  // Host memory that outlives the region. `initialised`: reading is defined before any write.
  void addRegion(std::uint64_t base, std::uint64_t size, Sharing sharing, bool initialised,
                 std::string name);
  void removeRegion(std::uint64_t base);

  Bits load(std::uint64_t address, unsigned bytes, const Accessor& who);
  void store(std::uint64_t address, unsigned bytes, Bits value, const Accessor& who);
  // Checks as an atomic access; the caller reads and writes.
  char* atomicAccess(std::uint64_t address, unsigned bytes, const Accessor& who);

private:
  // The accesses of one kind to a byte that later ones must be ordered after.
  struct History {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> last; // thread, its clock
    std::uint32_t block = 0;
  };
  struct ByteState {
    History reads, writes, atomics;
  };
  struct Region {
    std::uint64_t base, size;
    Sharing sharing;
    std::string name;
    std::vector<bool> initialised; // empty: all of it
    std::vector<ByteState> bytes;  // empty unless common
  };
  Region& check(std::uint64_t address, unsigned bytes, Access access, const Accessor& who);
  static void order(Region& region, std::uint64_t offset, Access access, const Accessor& who);

  std::map<std::uint64_t, Region> regions_;
};

} // namespace heddle::reference
