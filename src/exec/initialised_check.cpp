// Reports reads of device memory that nobody has written (simt/check_initialised_reads.h). The
// kernel goes on after a report, as it does on a GPU.

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/shared_writes.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "trace/findings.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace {

using heddle::BlockContext;
using heddle::kMostRaceSharedBytes;
using heddle::exec::AccessSite;
using heddle::exec::checkedLaunch;
using heddle::exec::checksSharedWrites;
using heddle::exec::describeThread;
using heddle::exec::ServiceScope;
using heddle::exec::sharedWrites;
using heddle::memory::AccessBounds;
using heddle::memory::InitialisedBytes;

// Whether the address belongs to an allocation, whose shadow therefore counts. Other memory may lie
// near an allocation, and has a shadow by chance.
bool isAllocated(std::uint64_t address, std::size_t bytes) {
  AccessBounds* const bounds = AccessBounds::active();
  return bounds && bounds->holds(reinterpret_cast<const void*>(address), bytes);
}

// The bytes that say which of these have been written, if all are shared memory of the block that
// is followed. An address of which nothing is known when the kernel is compiled may be one.
char* writesOfShared(const BlockContext& context, std::uint64_t address, std::size_t bytes) {
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(context.shared);
  const std::size_t followed = std::min<std::size_t>(context.sharedBytes, kMostRaceSharedBytes);
  return checksSharedWrites() && bytes <= followed && offset <= followed - bytes
             ? sharedWrites(context) + offset
             : nullptr;
}

void report(const BlockContext& context, std::uint32_t thread, std::uint64_t address,
            const AccessSite& site, std::string_view space) {
  const std::uint64_t shown =
      space == "shared" ? address - reinterpret_cast<std::uintptr_t>(context.shared) : address;
  heddle::trace::reportFinding(
      heddle::trace::Finding::Error,
      "Uninitialized __" + std::string(space) + "__ memory read of size " +
          heddle::trace::withCommas(site.bytes) + " bytes\n" + describePlaces(context, site) +
          "    " + describeThread(context, thread) + "\n    Address " +
          heddle::trace::hexadecimal(shown) +
          heddle::trace::describe(checkedLaunch(context).hostFrames, "kernel launch time"));
}

bool isUnwrittenGlobal(std::uint64_t address, std::size_t bytes) {
  InitialisedBytes* const shadow = InitialisedBytes::active();
  return shadow && isAllocated(address, bytes) &&
         !shadow->areInitialised(reinterpret_cast<const void*>(address), bytes);
}

// The bulk copies of unwritten bytes that have been reported last, by the shared memory of the
// block, which another block has only after this one, and the thread. The loop that makes such a
// copy reads the same bytes in the same place.
struct BulkCopy {
  std::uint64_t begin, bytes;
  std::string locations; // a copy, since the kernel's code may be gone by the next look
};
using CopyingThread = std::pair<const void*, std::uint32_t>;
std::mutex copiesMutex;
// Never destroyed, since kernels run until the very end.
std::map<CopyingThread, BulkCopy>& reportedCopies = *new std::map<CopyingThread, BulkCopy>;

bool isOfReportedCopy(const BlockContext& context, std::uint32_t thread, std::uint64_t address,
                      const AccessSite& site) {
  const std::lock_guard lock(copiesMutex);
  const auto found = reportedCopies.find({context.shared, thread});
  return found != reportedCopies.end() && address - found->second.begin < found->second.bytes &&
         site.locations == found->second.locations;
}

} // namespace

extern "C" {

void heddle_check_initialised(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                              const char* siteText) {
  const ServiceScope service;
  const AccessSite site(siteText);
  if (!checkedLaunch(*context).isChecked)
    return;
  if (const char* const writes = writesOfShared(*context, address, site.bytes)) {
    if (std::find(writes, writes + site.bytes, 0) != writes + site.bytes)
      report(*context, thread, address, site, "shared");
    return;
  }
  if (isUnwrittenGlobal(address, site.bytes) && !isOfReportedCopy(*context, thread, address, site))
    report(*context, thread, address, site, "global");
}

void heddle_check_bulk_initialised(BlockContext* context, std::uint32_t thread,
                                   std::uint64_t address, std::uint32_t bytes,
                                   const char* siteText) {
  const ServiceScope service;
  const CopyingThread copying{context->shared, thread};
  const std::lock_guard lock(copiesMutex);
  reportedCopies.erase(copying);
  if (!checkedLaunch(*context).isChecked || !isUnwrittenGlobal(address, bytes))
    return;
  AccessSite site(siteText);
  site.bytes = bytes;
  report(*context, thread, address, site, "global");
  reportedCopies[copying] = {address, bytes, std::string(site.locations)};
}

void heddle_report_unwritten(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                             const char* siteText) {
  const ServiceScope service;
  const AccessSite site(siteText);
  if (checkedLaunch(*context).isChecked)
    report(*context, thread, address, site, site.space);
}

void heddle_mark_initialised(BlockContext* context, std::uint32_t, std::uint64_t address,
                             std::uint32_t bytes) {
  const ServiceScope service;
  if (char* const writes = writesOfShared(*context, address, bytes))
    std::fill_n(writes, bytes, static_cast<char>(0xff));
  if (InitialisedBytes* const shadow = InitialisedBytes::active())
    shadow->mark(reinterpret_cast<const void*>(address), bytes);
}

} // extern "C"
