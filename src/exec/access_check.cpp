// The judgement of memory accesses that compiled code has found outside of the bounds that it knows
// (simt/check_memory_accesses.h), and the reports about those that are wrong.

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/execution_context.h"
#include "exec/faults.h"
#include "exec/kernel_task.h"
#include "exec/pool_memory_order.h"
#include "exec/runtime_gate.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "memory/access_bounds.h"
#include "trace/findings.h"

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace {

using heddle::BlockContext;
using heddle::kMostClusterBlocks;
using heddle::exec::AccessSite;
using heddle::exec::checkedLaunch;
using heddle::exec::describeThread;
using heddle::exec::Fault;
using heddle::exec::PoolAccess;
using heddle::exec::ServiceScope;
using heddle::exec::Worker;
using heddle::memory::AccessBounds;
using heddle::trace::hexadecimal;
using heddle::trace::withCommas;

constexpr std::uint64_t kBulkAlignment = 16;

// The wrong accesses of lanes of a gang are reported one by one, and then the kernel ends.
thread_local bool hasReported = false;

struct Address {
  std::uint64_t number;
  bool isMisaligned;

  // A misaligned address arrives with a distance added to it (kernel_abi.h).
  explicit Address(std::uint64_t given)
      : number(given), isMisaligned(given >= heddle::kMisalignedDistance) {
    if (isMisaligned)
      number -= heddle::kMisalignedDistance;
  }
  const void* pointer() const { return reinterpret_cast<const void*>(number); }
};

// Whether the bytes are shared memory of the block, or of another block of its cluster.
bool isInShared(const BlockContext& context, std::uint64_t address, std::size_t bytes) {
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context.shared);
  // The blocks of a cluster have their memories side by side, before and behind this one's.
  const std::uint64_t reach = context.cluster ? context.sharedStride * kMostClusterBlocks : 0;
  const bool isInCluster = offset + reach < 2 * reach;
  const std::uint64_t within = isInCluster ? offset & (context.sharedStride - 1) : offset;
  return context.sharedBytes >= bytes && within <= context.sharedBytes - bytes;
}

// Whether an address lies in this block's part of the cluster's shared memory. The blocks of a
// cluster have their parts `sharedStride` bytes apart, and reports name those of other blocks
// differently.
bool isInOwnShared(const BlockContext& context, std::uint64_t address) {
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context.shared);
  return !context.cluster || offset < context.sharedStride;
}

std::string describeNearest(std::uint64_t address, const AccessBounds::Record& nearest) {
  std::string where = "inside";
  if (address < nearest.low)
    where = withCommas(nearest.low - address) + " bytes before";
  else if (address >= nearest.low + nearest.bytes)
    where = withCommas(address - nearest.low - nearest.bytes + 1) + " bytes after";
  return "\n    and is " + where + " the nearest allocation at " + hexadecimal(nearest.low) +
         " of size " + withCommas(nearest.bytes) + " bytes";
}

void report(const BlockContext& context, std::uint32_t thread, const AccessSite& site,
            const Address& address, std::string_view space,
            const std::optional<AccessBounds::Record>& nearest,
            std::string_view mistake = "is out of bounds") {
  const std::uint64_t shown =
      space.ends_with("shared") ? address.number - reinterpret_cast<std::uintptr_t>(context.shared)
                                : address.number;
  std::string text = "Invalid __" + std::string(space) + "__ " + std::string(site.operation) +
                     " of size " + std::to_string(site.bytes) + " bytes\n";
  text += describePlaces(context, site);
  text += "    " + describeThread(context, thread) + "\n";
  text += "    Access to " + hexadecimal(shown) + " ";
  text += address.isMisaligned ? "is misaligned" : mistake;
  if (nearest && space == "global")
    text += describeNearest(address.number, *nearest);
  text += heddle::trace::describe(checkedLaunch(context).hostFrames, "kernel launch time");
  heddle::trace::reportFinding(heddle::trace::Finding::Error, text);
  hasReported = true;
}

void judge(const BlockContext& context, std::uint32_t thread, const AccessSite& site,
           const Address& address) {
  if (site.space == "local")
    return report(context, thread, site, address, "local", std::nullopt);
  if (isInShared(context, address.number, site.bytes)) {
    if (address.isMisaligned)
      report(context, thread, site, address, "shared", std::nullopt);
    return;
  }
  if (site.space == "shared")
    return report(context, thread, site, address,
                  isInOwnShared(context, address.number) ? "shared" : "remote_shared",
                  std::nullopt);
  AccessBounds* const bounds = AccessBounds::active();
  if (!bounds)
    return;
  const auto surroundings = bounds->surroundingsOf(address.pointer(), site.bytes);
  switch (heddle::exec::followsStreamOrder() && !address.isMisaligned
              ? judgePoolAccess(*context.launch->grid, address.number)
              : PoolAccess::InOrder) {
  case PoolAccess::InOrder:
    break;
  case PoolAccess::FreedLater:
    return;
  case PoolAccess::BeforeAllocation:
    return report(context, thread, site, address, "global", surroundings.nearest,
                  "is potentially accessed before it is allocated");
  case PoolAccess::Freed:
    return report(context, thread, site, address, "global", surroundings.nearest);
  }
  // The memory of the heap is there for kernels, but only what malloc() has given to them.
  const bool isBesideHeap = context.launch->execution->heap().contains(address.pointer()) &&
                            !bounds->holds(address.pointer(), site.bytes);
  const bool mayNotBeWritten = site.operation != "read" && bounds->isReadOnly(address.pointer());
  if (address.isMisaligned || !surroundings.mayBeAccessed || isBesideHeap || mayNotBeWritten)
    report(context, thread, site, address, "global", surroundings.nearest);
}

// What malloc() has given to kernels and free() has taken back, so that a second free() is told
// from that of a wrong address.
std::mutex freedMutex;
std::set<const void*>& freedMemory = *new std::set<const void*>; // kernels run until the very end

void judgeFree(const BlockContext& context, std::uint32_t thread, const AccessSite& site,
               std::uint64_t address) {
  AccessBounds* const bounds = AccessBounds::active();
  const auto* const pointer = reinterpret_cast<const void*>(address);
  if (!bounds || !pointer)
    return;
  const auto nearest = bounds->surroundingsOf(pointer, 1).nearest;
  const bool isOfHeap = context.launch->execution->heap().contains(pointer);
  if (isOfHeap && nearest && nearest->low == address && bounds->holds(pointer, 1)) {
    const std::lock_guard lock(freedMutex);
    freedMemory.insert(pointer);
    // All lanes of a gang are judged before the first of them frees, so the next lane that frees
    // the same memory has to find that it is taken.
    bounds->remove(pointer);
    return;
  }
  const bool isSecond = [&] {
    const std::lock_guard lock(freedMutex);
    return isOfHeap && freedMemory.contains(pointer);
  }();
  heddle::trace::reportFinding(
      heddle::trace::Finding::Error,
      std::string("Malloc/Free Error encountered : ") +
          (isSecond ? "Device-side double free" : "Invalid pointer to device-side free") + "\n" +
          describePlaces(context, site) + "    " + describeThread(context, thread) +
          "\n    Address " + hexadecimal(address) +
          heddle::trace::describe(checkedLaunch(context).hostFrames, "kernel launch time"));
  hasReported = true;
}

} // namespace

extern "C" {

void heddle_check_access(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                         const char* site) {
  const ServiceScope service;
  if (checkedLaunch(*context).isChecked)
    judge(*context, thread, AccessSite(site), Address(address));
}

void heddle_check_bulk_access(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                              std::uint32_t bytes, const char* siteText) {
  const ServiceScope service;
  if (bytes == 0 || !checkedLaunch(*context).isChecked)
    return;
  AccessSite site(siteText);
  site.bytes = bytes;
  Address begin(address);
  begin.isMisaligned = address % kBulkAlignment != 0;
  judge(*context, thread, site, begin);
}

void heddle_check_free(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                       const char* site) {
  const ServiceScope service;
  if (checkedLaunch(*context).isChecked)
    judgeFree(*context, thread, AccessSite(site), address);
}

void heddle_end_checks(BlockContext*, std::uint32_t) {
  if (!hasReported)
    return;
  hasReported = false;
  // Without a description, for the reports have been made.
  Worker::inKernel()->abandonKernel({Fault::LaunchFailed, "", nullptr, {}, {}});
}

} // extern "C"
