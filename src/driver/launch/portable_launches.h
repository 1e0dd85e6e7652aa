// What a launch needs that GPUs of other compute capabilities do not have, for the tool portability
// of the checker.
#pragma once

#include "driver/module/function.h"
#include "exec/kernel_task.h"

namespace heddle::driver {

// Reports it, once for each kernel, and has the grid run as on a GPU with its number of resident
// blocks.
void checkPortability(const Function& function, const exec::LaunchDimensions& dimensions,
                      bool cooperative, exec::KernelTask& task);

} // namespace heddle::driver
