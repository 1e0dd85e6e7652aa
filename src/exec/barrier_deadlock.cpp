#include "exec/barrier_deadlock.h"

#include "exec/barrier_check.h"
#include "exec/checked_launch.h"
#include "exec/demangled_name.h"
#include "exec/faults.h"
#include "exec/kernel_task.h"
#include "exec/worker.h"
#include "trace/findings.h"

#include <algorithm>
#include <cstdio>
#include <string>

using heddle::BlockContext;
using heddle::exec::Fault;
using heddle::exec::Worker;

namespace {

void reportDeadlock(const BlockContext& context, const char* text) {
  const heddle::exec::ServiceScope service;
  const heddle::exec::CheckedLaunch launch = heddle::exec::checkedLaunch(context);
  if (launch.isChecked)
    heddle::trace::reportFinding(
        heddle::trace::Finding::Error,
        "Barrier error detected. Divergent thread(s) in block\n    at " +
            heddle::exec::demangled(context.launch->grid->name()) + "\n    in block (" +
            std::to_string(context.ctaid[0]) + "," + std::to_string(context.ctaid[1]) + "," +
            std::to_string(context.ctaid[2]) + "): " + text +
            heddle::exec::describeWaitingThreads(context) +
            heddle::trace::describe(launch.hostFrames, "kernel launch time"));
}

} // namespace

void heddle_barrier_deadlock(BlockContext* context, std::uint32_t barrier, std::uint32_t arrived,
                             std::uint32_t threads) {
  // The worker reports the fault after the jump out of this function.
  Worker& worker = *Worker::inKernel();
  char(&text)[Worker::kFaultTextBytes] = worker.faultText();
  // Gangs count all their lanes, also those beyond the end of the block.
  const std::uint32_t ofBlock = context->ntid[0] * context->ntid[1] * context->ntid[2];
  const std::uint32_t wanted = threads ? threads : ofBlock;
  std::snprintf(text, sizeof text, "deadlock at barrier %u, which waits for %u threads and has %u,",
                barrier, wanted, std::min(arrived, ofBlock));
  if (heddle::trace::checkSettings().synchronisation)
    reportDeadlock(*context, text);
  worker.abandonKernel({Fault::LaunchFailed, text, nullptr, {}, {}});
}
