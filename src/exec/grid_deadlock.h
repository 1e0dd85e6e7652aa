// Grids no thread of which can ever go on, for the tool synccheck: all threads wait in loops for a
// lock, a flag or an mbarrier, or at barriers for threads that do (simt/check_waits.h). Barriers
// alone are those of barrier_deadlock.h.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>
#include <vector>

namespace heddle::exec {

// Watches one grid, and finds that none of its threads can go on.
class GridDeadlock {
public:
  // Told after each round in which every block of the grid has been tried, and whether all of them
  // wait. Nothing changes what they wait for when in a long time no thread has gone on, no other
  // task runs and the program waits, too.
  bool isCertain(bool allBlocksWait);

private:
  std::uint64_t since_ = 0; // by monotonicNanoseconds(); 0: something has changed
  std::uint64_t rounds_ = 0, endedWaits_ = 0;
};

// Whether somebody else may still change what one of these blocks waits for: another process that
// has the same memory, or a thread of the program that does not wait, where it may write there.
bool mayBeReleasedFromOutside(const std::vector<const BlockContext*>& blocks);

// Reports who waits where in the blocks with these contexts, of one grid.
void reportGridDeadlock(const std::vector<const BlockContext*>& blocks);

} // namespace heddle::exec
