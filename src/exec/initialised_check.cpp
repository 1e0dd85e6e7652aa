// Reports reads of device memory that nobody has written (simt/check_initialised_reads.h). The
// kernel goes on after a report, as it does on a GPU.

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "trace/findings.h"

#include <string>

namespace {

using heddle::BlockContext;
using heddle::exec::AccessSite;
using heddle::exec::checkedLaunch;
using heddle::exec::describeThread;
using heddle::exec::ServiceScope;
using heddle::memory::AccessBounds;
using heddle::memory::InitialisedBytes;

// Whether the address belongs to an allocation, whose shadow therefore counts. Other memory may lie
// near an allocation, and has a shadow by chance.
bool isAllocated(std::uint64_t address, std::size_t bytes) {
  AccessBounds* const bounds = AccessBounds::active();
  return bounds && bounds->holds(reinterpret_cast<const void*>(address), bytes);
}

} // namespace

extern "C" {

void heddle_check_initialised(BlockContext* context, std::uint32_t thread, std::uint64_t address,
                              const char* siteText) {
  const ServiceScope service;
  const AccessSite site(siteText);
  InitialisedBytes* const bytes = InitialisedBytes::active();
  if (!bytes || !checkedLaunch(*context).isChecked || !isAllocated(address, site.bytes) ||
      bytes->areInitialised(reinterpret_cast<const void*>(address), site.bytes))
    return;
  heddle::trace::reportFinding(
      heddle::trace::Finding::Error,
      "Uninitialized __global__ memory read of size " + std::to_string(site.bytes) + " bytes\n" +
          describePlaces(*context, site) + "    " + describeThread(*context, thread) +
          "\n    Address " + heddle::trace::hexadecimal(address) +
          heddle::trace::describe(checkedLaunch(*context).hostFrames, "kernel launch time"));
}

void heddle_mark_initialised(BlockContext*, std::uint32_t, std::uint64_t address,
                             std::uint32_t bytes) {
  const ServiceScope service;
  if (InitialisedBytes* const shadow = InitialisedBytes::active())
    shadow->mark(reinterpret_cast<const void*>(address), bytes);
}

} // extern "C"
