// The search for device memory that a program has not freed (compute-sanitizer --leak-check full).
#pragma once

#include "driver/core/driver.h"

namespace heddle::driver {

enum class Allocated { Memory, Array };
// Remembers an allocation of the program, of so many bytes, and where it was made. Does nothing
// unless the checker looks for leaks.
void noteAllocation(const void* base, std::size_t bytes, Allocated what = Allocated::Memory);
// Reports the allocations of a context that are still there, and those of its kernels on the
// device heap. They are forgotten, so that none is reported twice.
void reportLeaks(Context& owner);
// The same for all contexts, at the end of the process.
void reportAllLeaks();

} // namespace heddle::driver
