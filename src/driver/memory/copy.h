// Copies and fills as tasks, for the nodes of graphs.
#pragma once

#include "driver/core/driver.h"
#include "exec/task.h"

namespace heddle::driver {

CUresult makeCopyTask(Context& context, const CUDA_MEMCPY3D& description, exec::TaskRef& task);
CUresult makeFillTask(Context& context, const CUDA_MEMSET_NODE_PARAMS& description,
                      exec::TaskRef& task);
// Whether the destination is pageable host memory, which no allocation of the driver knows.
bool isTowardsPageable(const CUDA_MEMCPY3D& description);

} // namespace heddle::driver
