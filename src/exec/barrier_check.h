// What the tool synccheck knows about the barriers of a block that runs.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heddle::exec {

// A line for each place in the source where threads of the block wait, each with a newline before
// it. Empty where the kernel does not tell the tool of its barriers.
std::string describeWaitingThreads(const BlockContext& context);

// Reports that a thread waits in an operation of its warp for another one, which the mask `members`
// names and which waits elsewhere.
void reportAbsentThread(const BlockContext& context, std::uint32_t waiting, std::uint32_t members,
                        std::uint32_t absent);

// Threads of a block that wait at one place, in a kernel with loops in which threads wait for
// others (simt/check_waits.h).
struct WaitingThreads {
  const char* site = nullptr;
  std::uint32_t first = 0, count = 0;
  std::string reason;              // of the wait, where more is known than the place
  std::set<std::uint64_t> awaited; // the addresses that their loops read, as far as they are known
};
std::vector<WaitingThreads> waitingThreads(const BlockContext& context);
// How often threads of the process have gone on behind a wait.
std::uint64_t endedWaits();

} // namespace heddle::exec
