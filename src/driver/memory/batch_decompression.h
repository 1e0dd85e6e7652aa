// cuMemBatchDecompressAsync, a feature of GPUs with a decompression engine: those of compute
// capability 10.0, which HEDDLE_PROFILE can name.
#pragma once

#include "driver/core/driver.h"

namespace heddle::driver {

// Whether an engine could access the memory at an address. As on a GPU, also on one without the
// engine, that is memory of cuMemAlloc, and memory of pools and of cuMemCreate that were made for
// decompression.
bool isDecompressCapable(const void* address);

} // namespace heddle::driver
