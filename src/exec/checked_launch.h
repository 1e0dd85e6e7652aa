// What the checker notes about a launch: whether it reports what the grid does, and where the
// program has launched it.
#pragma once

#include "ir/kernel_abi.h"
#include "trace/host_frames.h"

namespace heddle::exec {

class KernelTask;

struct CheckedLaunch {
  bool isChecked = true;
  trace::HostFrames hostFrames;
};

// Called for every grid while the checker is on, before it is submitted. A later grid at the same
// address replaces an earlier one.
void noteLaunch(const KernelTask& grid, CheckedLaunch launch);
CheckedLaunch checkedLaunch(const BlockContext& context);

} // namespace heddle::exec
