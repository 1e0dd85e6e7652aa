// The search for device memory that a program has not freed (compute-sanitizer --leak-check full).
#pragma once

#include "driver/core/driver.h"

namespace heddle::driver {

// Remembers an allocation of the program, and where it was made. Does nothing unless the checker
// looks for leaks.
void noteAllocation(const void* base);
// Reports the allocations of a context that are still there, or those of all contexts for null.
// They are forgotten, so that none is reported twice.
void reportLeaks(const Context* owner);

} // namespace heddle::driver
