// Memory for the intermediate results of the calling thread.
#pragma once

#include <cstddef>

namespace heddle::cufft {

// At least this many bytes, aligned for vectors, with any content; null when there is no memory.
// It is valid until the thread asks again.
void* scratchMemory(std::size_t bytes);

} // namespace heddle::cufft
