#include "exec/grid_deadlock.h"

#include "exec/access_site.h"
#include "exec/barrier_check.h"
#include "exec/checked_launch.h"
#include "exec/device_services.h"
#include "exec/engine.h"
#include "exec/execution_context.h"
#include "exec/wait.h"
#include "memory/process_mappings.h"
#include "trace/findings.h"

#include <filesystem>
#include <fstream>
#include <set>
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

// The threads of the process that are not Heddle's own, all of which have names that begin so.
std::size_t programThreads() {
  std::size_t count = 0;
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(thread.path() / "comm");
    std::string name;
    count += std::getline(file, name) && !name.starts_with("heddle-");
  }
  return count;
}

bool mayChange(const BlockContext& block, std::uint64_t address, bool programRuns) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  DeviceServices* const services = block.launch->execution->deviceServices();
  return memory::mayBeShared(pointer) || (programRuns && services && services->isOfHost(pointer));
}

} // namespace

bool mayBeReleasedFromOutside(const std::vector<const BlockContext*>& blocks) {
  const bool programRuns = programThreads() > Task::sleepingThreads();
  std::set<std::uint64_t> judged; // all threads mostly wait for the same
  for (const BlockContext* const block : blocks)
    for (const WaitingThreads& waiting : waitingThreads(*block))
      for (const std::uint64_t address : waiting.awaited)
        if (judged.insert(address).second && mayChange(*block, address, programRuns))
          return true;
  return false;
}

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
  if (++rounds_ < kLeastRounds || now - since_ < kCertainNanoseconds)
    return false;
  since_ = rounds_ = 0; // asked again no sooner than after the same time
  return true;
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
