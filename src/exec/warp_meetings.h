// The operations of one warp that not all threads of their masks have come to yet, for the tool
// synccheck (simt/check_barriers.h).
//
// A thread that a mask names may be late: it may come to another operation with the same mask in
// another branch, and the n-th operation of one thread then belongs to the n-th one of the other. A
// thread that gets to where its way meets that of the others, and has come to fewer operations, has
// passed by.
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

  // The lane comes to an operation for `members`. Those who do not come pass by at one of the
  // places in `reconvergence`.
  void arrive(std::uint32_t lane, std::uint32_t members, const char* site,
              std::span<const std::uint32_t> reconvergence);
  // The lane comes to such a place.
  std::optional<Missed> pass(std::uint32_t lane, std::uint32_t place);

private:
  // The last round of lanes at one place of the source.
  struct Operation {
    const char* site;
    std::uint32_t lane; // the first one that came
    std::uint64_t number;
    std::span<const std::uint32_t> reconvergence;
    // The places of reconvergence that lanes which have come there have not been at yet, and the
    // last one, when they have been at all of them. All lanes of a gang are at a place at once, so
    // whoever has not been there when the gang goes on has returned.
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
