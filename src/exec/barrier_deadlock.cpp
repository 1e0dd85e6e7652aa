#include "exec/barrier_deadlock.h"

#include "exec/faults.h"
#include "exec/worker.h"

#include <algorithm>
#include <cstdio>

using heddle::BlockContext;
using heddle::exec::Fault;
using heddle::exec::Worker;

void heddle_barrier_deadlock(BlockContext* context, std::uint32_t barrier, std::uint32_t arrived,
                             std::uint32_t threads) {
  // The worker reports the fault after the jump out of this function.
  static thread_local char text[128];
  // Gangs count all their lanes, also those beyond the end of the block.
  const std::uint32_t ofBlock = context->ntid[0] * context->ntid[1] * context->ntid[2];
  const std::uint32_t wanted = threads ? threads : ofBlock;
  std::snprintf(text, sizeof text, "deadlock at barrier %u, which waits for %u threads and has %u,",
                barrier, wanted, std::min(arrived, ofBlock));
  Worker::inKernel()->abandonKernel({Fault::LaunchFailed, text, nullptr, {}, {}});
}
