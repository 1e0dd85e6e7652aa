// memmove for what is in a cache: where the C library starts string instructions for a few
// kilobytes, that start alone takes as long as copying one.
#pragma once

#include <cstddef>

namespace heddle::memory {

void copyBytes(void* destination, const void* source, std::size_t bytes);

} // namespace heddle::memory
