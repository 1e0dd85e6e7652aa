// The search for device memory that nobody has written until it was freed, for the tool initcheck
// (compute-sanitizer --track-unused-memory).
#pragma once

#include <cstddef>

namespace heddle::driver {

// Remembers an allocation of the program, and where it was made. Does nothing unless such memory is
// looked for.
void noteForUse(const void* base, std::size_t bytes);
// Reports what of an allocation has not been written, and forgets the allocation.
void reportUnused(const void* base);
// The same for all that is left at the end of the process.
void reportAllUnused();

} // namespace heddle::driver
