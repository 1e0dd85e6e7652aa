// The mappings of this process, as the system lists them.
#pragma once

#include <cstdint>
#include <functional>

namespace heddle::memory {

struct ProcessMapping {
  std::uintptr_t low, high;
  int protection; // PROT_READ and so on
};

// Calls `visit` for the mappings that overlap the range, in the order of their addresses. False
// if the list cannot be read, because memory or file descriptors have run out.
bool forEachMapping(std::uintptr_t begin, std::uintptr_t end,
                    const std::function<void(const ProcessMapping&)>& visit);

// Whether all of these bytes are mapped with at least this protection. Throws std::bad_alloc if
// that cannot be found out.
bool isMappedWith(const void* address, std::size_t bytes, int protection);

} // namespace heddle::memory
