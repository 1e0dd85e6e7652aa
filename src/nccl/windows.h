// Windows: memory of a rank that kernels of other ranks read and write. Kernels reach the memory of
// ranks of the same process; among those, as many ranks as follow each other in every process are a
// team ("LSA", load and store accessible).
#pragma once

#include "nccl/communicator.h"

namespace heddle::nccl {

// Makes the window's description in device memory. Waits for the other ranks of the LSA team, which
// have to make theirs. `owned` is null, or memory that goes with the window. Throws Failure.
ncclWindow_t makeWindow(Communicator& communicator, void* memory, void* owned);
// Returns whether there was such a window.
bool destroyWindow(Communicator& communicator, ncclWindow_t window);

} // namespace heddle::nccl
