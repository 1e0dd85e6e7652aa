#include "exec/grid_deadlock.h"

#include "exec/access_site.h"
#include "exec/barrier_check.h"
#include "exec/checked_launch.h"
#include "exec/engine.h"
#include "exec/wait.h"
#include "trace/findings.h"

#include <string>

namespace heddle::exec {
namespace {

// A thread of the program that is about to do something, but has not got the processor, may take so
// long. Threads that pass on a lock do so within few rounds.
constexpr std::uint64_t kCertainNanoseconds = 3'000'000'000;
constexpr std::uint64_t kLeastRounds = 16;
// Reports name at most this many blocks, because all of them mostly wait for the same.
constexpr std::size_t kMostDescribedBlocks = 4;

std::string describe(const BlockContext& context, const WaitingThreads& waiting) {
  const AccessSite site(waiting.site);
  return "\n    " + std::to_string(waiting.count) +
         (waiting.count == 1 ? " thread waits " : " threads wait ") +
         (site.operation == "barrier" ? "at the barrier at " : "in the loop at ") +
         describePlace(context, site) + (waiting.reason.empty() ? "" : ", ") + waiting.reason +
         ": " + (waiting.count == 1 ? "" : "the first one is ") +
         describeThread(context, waiting.first).substr(3);
}

} // namespace

bool GridDeadlock::isCertain(bool allBlocksWait) {
  const bool hasChanged = endedWaits_ != endedWaits() || !allBlocksWait ||
                          Engine::instance().runningTasks() > 1 || Task::sleepingThreads() == 0;
  endedWaits_ = endedWaits();
  if (hasChanged) {
    since_ = rounds_ = 0;
    return false;
  }
  const std::uint64_t now = monotonicNanoseconds();
  if (since_ == 0)
    since_ = now;
  return ++rounds_ >= kLeastRounds && now - since_ >= kCertainNanoseconds;
}

void reportGridDeadlock(const std::vector<const BlockContext*>& blocks) {
  std::string places, lines;
  std::size_t described = 0;
  for (const BlockContext* const block : blocks) {
    const std::vector<WaitingThreads> all = waitingThreads(*block);
    if (all.empty() || described++ == kMostDescribedBlocks)
      break;
    if (places.empty())
      places = describePlaces(*block, AccessSite(all.front().site)) + "    " +
               describeThread(*block, all.front().first);
    std::uint32_t others = block->ntid[0] * block->ntid[1] * block->ntid[2];
    for (const WaitingThreads& waiting : all) {
      lines += describe(*block, waiting);
      others -= waiting.count;
    }
    // Lanes of a gang that do not wait themselves stand still until the others come along.
    if (others > 0)
      lines += "\n    " + std::to_string(others) + " other threads of block " + blockIndex(*block) +
               " have ended, or wait until these come along";
  }
  if (blocks.empty() || places.empty() || !checkedLaunch(*blocks.front()).isChecked)
    return;
  trace::reportFinding(
      trace::Finding::Error,
      "Deadlock detected. No thread of the grid can go on\n" + places + lines +
          trace::describe(checkedLaunch(*blocks.front()).hostFrames, "kernel launch time"));
}

} // namespace heddle::exec
