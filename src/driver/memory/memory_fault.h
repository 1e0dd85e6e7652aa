// The result of a copy or fill that the calling thread carries out itself and that meets memory
// which is not there. This header includes no other header of the driver, so that exports.cpp can
// include it.
#pragma once

#include <cuda.h>

namespace heddle::driver {

// Ends the current context with the fault, as a kernel that accesses such memory does.
CUresult raiseMemoryFault();

} // namespace heddle::driver
