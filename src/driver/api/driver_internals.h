// What libcudart and libcuda know of each other beside the public API (ir/driver_internals.h).
#pragma once

namespace heddle::driver {

// How many calls of the runtime API the calling thread is inside of. Traces indent the driver's
// calls by it.
unsigned callDepth();

} // namespace heddle::driver
