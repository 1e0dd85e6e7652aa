// Which accesses of a block's threads are ordered by something else than barriers of the whole
// block: barriers of warps, barriers for some of the block's threads, and atomics that acquire and
// release. Each thread has a clock, which counts the barriers and atomics of these kinds that the
// thread has come to since the last barrier of the block. For each other thread it knows the count
// of that thread's clock up to which the other thread's accesses are ordered before its own.
// What this class cannot tell apart counts as ordered, so that no race is found where none is.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace heddle::exec {

// When a thread comes to a barrier: the number of barriers of the block before it, and its clock.
struct RaceMoment {
  std::uint64_t epoch;
  std::uint32_t clock;
};

class RaceClocks {
public:
  explicit RaceClocks(std::uint32_t threads = 0) : threads_(threads), known_(threads) {}
  std::uint32_t threads() const { return threads_; }

  // A barrier for the threads of a warp that `members` names.
  void arriveAtWarp(std::uint32_t thread, std::uint32_t members, RaceMoment now);
  void leaveWarp(std::uint32_t thread, std::uint32_t members, std::uint64_t epoch);
  // A barrier of the block for so many threads, 0 for all.
  void arriveAtBarrier(std::uint32_t thread, std::uint32_t barrier, std::uint32_t threads,
                       RaceMoment now);
  void leaveBarrier(std::uint32_t thread, std::uint32_t barrier, std::uint64_t epoch);
  // An atomic at this address.
  void release(std::uint32_t thread, std::uint64_t address, RaceMoment now);
  void acquire(std::uint32_t thread, std::uint64_t address, std::uint64_t epoch);

  // Whether what the thread does now is behind what another one did at this count of its clock.
  bool isBehind(std::uint32_t thread, std::uint64_t epoch, std::uint32_t other,
                std::uint32_t clock) const;

private:
  // For each thread, one more than the count of its clock; 0 where nothing is known. Those of
  // another epoch count as empty.
  struct Clocks {
    std::uint64_t epoch = 0;
    std::vector<std::uint32_t> counts;
  };
  // How often a barrier may be met before the clocks of the first time are used again. Threads of
  // one barrier are at most one meeting apart.
  static constexpr unsigned kMeetings = 4;
  struct Meetings {
    std::array<Clocks, kMeetings> clocks;
    std::array<std::uint64_t, kMeetings> numbers{}; // of the meeting whose clocks these are
    std::map<std::uint32_t, std::uint64_t> last;    // the meeting that a thread came to last
    std::uint64_t current = 1;
    std::uint32_t arrived = 0;
  };

  void join(Clocks& to, const Clocks& from, std::uint32_t begin, std::uint32_t end) const;
  void publish(std::uint32_t thread, RaceMoment now, Clocks& to);
  void learn(std::uint32_t thread, std::uint64_t epoch, const Clocks& from);
  void arrive(Meetings& meetings, std::uint64_t number, std::uint32_t thread, RaceMoment now);
  void leave(Meetings& meetings, std::uint32_t thread, std::uint64_t epoch);
  void prepare(Clocks& clocks, std::uint64_t epoch) const;
  std::pair<std::uint32_t, std::uint32_t> rangeOf(std::uint32_t thread) const;

  std::uint32_t threads_;
  // Until threads of several warps meet, only the clocks of a thread's own warp are looked at.
  bool isAcrossWarps_ = false;
  std::vector<Clocks> known_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Meetings> warps_; // by warp and members
  std::map<std::uint32_t, Meetings> barriers_;
  std::map<std::uint64_t, Clocks> atomics_;
};

} // namespace heddle::exec
