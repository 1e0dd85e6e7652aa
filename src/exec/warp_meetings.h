// The operations of one warp that not all threads of their masks have come to yet, for the tool
// synccheck (simt/check_barriers.h).
//
// A thread that a mask names need not come to the same place of the source: it may execute another
// operation with the same mask in another branch, and then the n-th operation of one thread belongs
// to the n-th one of the other. So it is only known that a thread has passed by an operation when
// it reaches the place where the branches join and has executed fewer operations than the others.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace heddle::exec {

class WarpMeetings {
public:
  // An operation that a thread has passed by, and the first lane that came to it.
  struct Missed {
    const char* site;
    std::uint32_t lane, members;
  };

  // Notes that the lane has reached an operation whose mask is `members`. A member that never
  // reaches it will instead be seen at one of the places in `reconvergence`, where the branches
  // join.
  void arrive(std::uint32_t lane, std::uint32_t members, const char* site,
              std::span<const std::uint32_t> reconvergence);
  // Notes that the lane has reached such a place, and returns the operation that it has passed by.
  std::optional<Missed> pass(std::uint32_t lane, std::uint32_t place);

private:
  // The last round of lanes at one place of the source.
  struct Operation {
    const char* site;
    std::uint32_t lane; // the first one that came
    std::uint64_t number;
    std::span<const std::uint32_t> reconvergence;
    // The places of reconvergence that the lanes of this operation have still to reach, and the
    // last one, once they have reached all. All lanes of a gang reach a place at once, so a lane
    // that was not there when the gang goes on has returned from the kernel.
    std::vector<std::uint32_t> ahead;
    std::uint32_t leftAt;
  };
  struct Members {
    std::array<std::uint64_t, 32> counts{}; // of operations that each lane has come to
    std::vector<Operation> operations;
  };

  // Forgets operations that all lanes have gone on from, unless they are at this place still.
  void forgetLeft(std::uint32_t place);

  std::map<std::uint32_t, Members> open_; // by mask
};

} // namespace heddle::exec
