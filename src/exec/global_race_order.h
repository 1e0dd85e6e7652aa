// Which accesses of different blocks are ordered by atomic and volatile accesses to flags and
// counters in global memory, for races on global memory. Each such access counts as a release if it
// writes, and as an acquire if it reads, at its address: programs that leave the fences out work on
// GPUs. What is released covers all threads of the block up to its last barrier and since, and what
// one thread acquires holds for the whole block. So some races are not found, but nothing that is
// ordered is taken for a race.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace heddle::exec {

// Not synchronised: the caller has a lock.
class GlobalRaceOrder {
public:
  // A block, by its run (ir/checker_abi.h), is about to release at an address, or has acquired.
  void release(std::uint64_t run, std::uint64_t epoch, std::uint64_t address);
  void acquire(std::uint64_t run, std::uint64_t address);
  // Whether what the block `now` does is behind what another one did in this epoch.
  bool isOrdered(std::uint64_t before, std::uint64_t epoch, std::uint64_t now) const;
  // The blocks with these runs have ended.
  void forget(std::uint64_t firstRun, std::uint64_t count);

private:
  // When something was acquired last, by address. With many addresses only the time of the last
  // one counts, for all of them.
  struct Acquired {
    std::unordered_map<std::uint64_t, std::uint64_t> times;
    std::uint64_t everything = 0;

    void add(std::uint64_t address, std::uint64_t time);
    void merge(const Acquired& other);
  };
  struct Release {
    std::uint64_t epoch, time;
  };
  // The first release of each epoch.
  using Releases = std::vector<Release>;
  struct Block {
    Acquired acquired;
    std::unordered_map<std::uint64_t, Releases> releases; // by address
    Releases anywhere;
  };
  static void add(Releases& releases, Release release);
  static bool isReleased(const Releases& releases, std::uint64_t epoch, std::uint64_t until);

  std::uint64_t time_ = 0;
  std::map<std::uint64_t, Block> blocks_;
  std::unordered_map<std::uint64_t, Acquired> known_; // by those who have released at an address
};

} // namespace heddle::exec
