// Streams wait for the value of a word in memory, or write one (cuStreamWaitValue32,
// cuStreamBatchMemOp).
#pragma once

#include "driver/core/driver.h"
#include "exec/task.h"

#include <vector>

namespace heddle::driver {

// The task of a batch node, which does its operations one after the other.
CUresult makeMemoryOperationsTask(Context& context,
                                  const std::vector<CUstreamBatchMemOpParams>& operations,
                                  exec::TaskRef& task);

} // namespace heddle::driver
