// The memory of the reference interpreter: a set of regions of host memory, so that every access
// can be checked for bounds, alignment, initialisation and races. A program that fails such a check
// has no one meaning, and nothing can be said about an engine with it.
#pragma once

#include "arithmetic.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::reference {

// How much of every other thread's past a thread has seen, block by block.
class Clock {
public:
  std::uint32_t of(std::uint32_t block, std::uint32_t thread) const {
    auto found = times_.find(block);
    return found != times_.end() && thread < found->second.size() ? found->second[thread] : 0;
  }
  void advance(std::uint32_t block, std::uint32_t thread) {
    auto& times = times_[block];
    if (times.size() <= thread)
      times.resize(thread + 1);
    ++times[thread];
  }
  void join(const Clock& other);
  void clear() { times_.clear(); }
  bool empty() const { return times_.empty(); }

private:
  std::map<std::uint32_t, std::vector<std::uint32_t>> times_;
};

struct Accessor {
  std::uint32_t block;
  std::uint32_t thread; // in the block
  const Clock* seen;
};

// Strong accesses (volatile, relaxed and above, and atomics) do not race with each other.
enum class Access { Read, Write, StrongRead, StrongWrite };

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

  Bits load(std::uint64_t address, unsigned bytes, const Accessor& who, bool strong = false);
  void store(std::uint64_t address, unsigned bytes, Bits value, const Accessor& who,
             bool strong = false);
  // Checks as an atomic access; the caller reads and writes.
  char* atomicAccess(std::uint64_t address, unsigned bytes, const Accessor& who);

private:
  struct Moment {
    std::uint32_t block, thread, time;
  };
  // The accesses of one kind to a byte that later ones must be ordered after.
  using History = std::vector<Moment>;
  struct ByteState {
    std::array<History, 4> byAccess;
  };
  static constexpr std::uint64_t kPiece = 32; // bytes whose states are made together
  struct Region {
    std::uint64_t base, size;
    Sharing sharing;
    std::string name;
    std::vector<bool> initialised;                    // empty: all of it
    std::vector<std::unique_ptr<ByteState[]>> pieces; // empty unless common
  };
  Region& check(std::uint64_t address, unsigned bytes, Access access, const Accessor& who);
  static void order(Region& region, std::uint64_t offset, Access access, const Accessor& who);

  std::map<std::uint64_t, Region> regions_;
};

} // namespace heddle::reference
