// Which devices there are, and which of them the program sees.
#pragma once

#include "driver/api/api.h"

#include <vector>

namespace heddle::driver {

// The number that HEDDLE_DEVICES gives, or one.
unsigned physicalDeviceCount();

// CUDA_VISIBLE_DEVICES picks and orders devices, by number or by the start of their identifier
// ("GPU-…"). The list ends before an entry that names no device or one that was named before.
std::vector<unsigned> visibleDevices(unsigned count);

CUuuid deviceUuid(unsigned index);

} // namespace heddle::driver
