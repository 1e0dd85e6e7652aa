#include "exec/pool_memory_order.h"

#include "trace/host_frames.h"

#include <iterator>
#include <mutex>
#include <set>
#include <string>

namespace heddle::exec {

namespace {

struct Free {
  StreamClock clock;
  std::uint64_t submission;
  trace::HostFrames frames = trace::hostFrames();
};
struct Allocation {
  std::size_t bytes;
  StreamMoment made;
  std::set<StreamWork> uses;
  std::optional<Free> freed;
};

std::mutex mutex;
// The last allocation at each first address, also after its free. Never destroyed, since kernels
// may run until the end of the process.
std::map<std::uint64_t, Allocation>& allocations = *new std::map<std::uint64_t, Allocation>;

std::uint64_t numberOf(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

using Found = std::map<std::uint64_t, Allocation>::iterator;

Found allocationOf(std::uint64_t address) {
  const auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return allocations.end();
  const auto found = std::prev(next);
  return address - found->first < found->second.bytes ? found : allocations.end();
}

// `frames` are those of the call of the API that is wrong.
void report(const char* kind, Found allocation, const char* what, const trace::HostFrames& frames) {
  const std::string address = trace::hexadecimal(allocation->first);
  trace::reportFinding(trace::Finding::Error, std::string(kind) + " on allocation of size " +
                                                  trace::withCommas(allocation->second.bytes) +
                                                  " bytes at " + address + "\n    Address " +
                                                  address + " is potentially " + what +
                                                  trace::describe(frames, "API call time"));
}

void reportUseAfterFree(Found allocation, const Free& freed) {
  if (trace::checkSettings().usesAfterFree)
    report("Use-after-free", allocation, "accessed after it is free'd", freed.frames);
}

void free(const void* base, Free freed) {
  const std::lock_guard lock(mutex);
  const auto found = allocations.find(numberOf(base));
  if (found == allocations.end() || found->second.freed)
    return;
  Allocation& allocation = found->second;
  if (!freed.clock.covers(allocation.made.work) && trace::checkSettings().usesBeforeAllocation)
    report("Free-before-alloc", found, "free'd before it is allocated", freed.frames);
  for (const StreamWork& use : allocation.uses)
    if (!freed.clock.covers(use))
      reportUseAfterFree(found, freed);
  allocation.freed = std::move(freed);
}

bool isBeforeAllocation(const Allocation& allocation, const StreamMoment& use) {
  return trace::checkSettings().usesBeforeAllocation && !use.clock.covers(allocation.made.work);
}

} // namespace

void notePoolAllocation(const void* base, std::size_t bytes, const Stream& stream) {
  StreamMoment made = noteStreamWork(stream);
  const std::lock_guard lock(mutex);
  allocations.insert_or_assign(numberOf(base), Allocation{bytes, std::move(made), {}, {}});
}

void notePoolFree(const void* base, const Stream& stream) {
  StreamMoment moment = noteStreamWork(stream);
  free(base, {std::move(moment.clock), moment.submission});
}

void notePoolFree(const void* base) {
  free(base, {hostClock(), lastSubmission()});
}

void notePoolUse(const void* address, const Stream& stream) {
  const StreamMoment use = noteStreamWork(stream);
  const std::lock_guard lock(mutex);
  const auto found = allocationOf(numberOf(address));
  if (found == allocations.end() || found->second.freed)
    return;
  if (isBeforeAllocation(found->second, use))
    report("Use-before-alloc", found, "accessed before it is allocated", trace::hostFrames());
  found->second.uses.insert(use.work);
}

PoolAccess judgePoolAccess(const Task& grid, std::uint64_t address) {
  const std::optional<StreamMoment> use = streamMomentOf(grid);
  const std::lock_guard lock(mutex);
  const auto found = allocationOf(address);
  if (!use || found == allocations.end())
    return PoolAccess::InOrder;
  // A grid that was launched before the allocation accesses an earlier one at the same address.
  if (use->submission < found->second.made.submission)
    return PoolAccess::FreedLater;
  Allocation& allocation = found->second;
  if (allocation.freed && use->submission > allocation.freed->submission)
    return PoolAccess::Freed;
  if (isBeforeAllocation(allocation, *use))
    return PoolAccess::BeforeAllocation;
  if (allocation.uses.insert(use->work).second && allocation.freed &&
      !allocation.freed->clock.covers(use->work))
    reportUseAfterFree(found, *allocation.freed);
  return allocation.freed ? PoolAccess::FreedLater : PoolAccess::InOrder;
}

} // namespace heddle::exec
