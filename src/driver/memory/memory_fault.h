// What a copy or fill gives that the calling thread made and that met memory which is not there. No
// other header of the driver is needed for it, so that exports.cpp can include it.
#pragma once

#include <cuda.h>

namespace heddle::driver {

// Ends the current context with the fault, as a kernel that accesses such memory does.
CUresult raiseMemoryFault();

} // namespace heddle::driver
