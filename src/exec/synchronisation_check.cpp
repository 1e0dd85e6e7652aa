// Reports operations of a warp whose mask of members does not include the thread that takes part in
// them (simt/check_members.h).

#include "exec/access_site.h"
#include "exec/checked_launch.h"
#include "exec/worker.h"
#include "ir/checker_abi.h"
#include "trace/findings.h"

#include <string>

using heddle::BlockContext;
using heddle::exec::AccessSite;
using heddle::exec::checkedLaunch;
using heddle::exec::describeThread;

extern "C" void heddle_check_members(BlockContext* context, std::uint32_t thread,
                                     std::uint32_t members, const char* siteText) {
  const heddle::exec::ServiceScope service;
  if (!checkedLaunch(*context).isChecked)
    return;
  heddle::trace::reportFinding(
      heddle::trace::Finding::Error,
      "Barrier error detected. Invalid arguments\n" +
          describePlaces(*context, AccessSite(siteText)) + "    " +
          describeThread(*context, thread) + "\n    Mask " + heddle::trace::hexadecimal(members) +
          " does not include the thread" +
          heddle::trace::describe(checkedLaunch(*context).hostFrames, "kernel launch time"));
}
