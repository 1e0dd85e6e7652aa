// Streams that wait for and write words of memory.
#pragma once

#include "driver/core/driver.h"
#include "exec/task.h"

#include <vector>

namespace heddle::driver {

// A task that does the operations one after the other, for graphs.
CUresult makeMemoryOperationsTask(Context& context,
                                  const std::vector<CUstreamBatchMemOpParams>& operations,
                                  exec::TaskRef& task);

} // namespace heddle::driver
