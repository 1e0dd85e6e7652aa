// What the front end tells the checker about instructions that leave no trace in thread IR, or one
// that cannot be told from other code.
#pragma once

#include <cstdint>

namespace heddle {

// The kind of a note (ThreadOp::Note).
enum class CheckerNote : std::uint32_t {
  MbarrierInit,  // mbarrier.init at the address
  MbarrierInval, // mbarrier.inval
  MbarrierUse,   // an arrival or a test
  CopyStart,     // cp.async has written `count` bytes at the address
  CopyCommit,    // cp.async.commit_group
  CopyWait,      // cp.async.wait_group for all but the last `count` groups
  CopyWaitAll,   // for all copies of the thread
  BulkRead,      // cp.async.bulk is about to read `count` bytes of global memory at the address
  BulkWrite,     // the same for a copy to global memory
};

// What a note about the use of an mbarrier says of it. The front end knows arrivals and tests.
enum class MbarrierUse : std::uint32_t {
  Arrival,
  Test,
  ArrivalOfWarps, // to which all lanes of a warp that ever come there come together
};

// The lowest bits of an mbarrier's word are two counts of this many bits: the arrivals pending in
// this phase, and those that each phase expects. The word's sign is the phase.
inline constexpr unsigned kMbarrierCountBits = 20;

// Metadata of calls of barriers that all threads of a warp have to come to together: bar, and
// barrier with .aligned.
inline constexpr const char* kAlignedBarrier = "heddle.aligned";
// Metadata of the first load of a loop that makes up an atomic update: to a program the load is
// part of the atomic.
inline constexpr const char* kAtomicUpdateLoad = "heddle.atomic.load";

} // namespace heddle
