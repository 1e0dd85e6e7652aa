// The mappings of this process, as the system lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::memory {

struct ProcessMapping {
  std::uintptr_t low, high;
  int protection; // PROT_READ and so on
  bool isShared;  // other processes may have the same memory
};

namespace detail {
bool forEachMapping(std::uintptr_t begin, std::uintptr_t end,
                    void (*visit)(const ProcessMapping&, void*), void* argument);
}

// Calls `visit` for the mappings that overlap the range, in the order of their addresses. False
// if the list cannot be read, because memory or file descriptors have run out. It throws nothing
// that `visit` does not throw: contexts that end call it, and they must come to their end.
template <typename Visit>
bool forEachMapping(std::uintptr_t begin, std::uintptr_t end, Visit&& visit) {
  return detail::forEachMapping(
      begin, end,
      [](const ProcessMapping& mapping, void* argument) {
        (*static_cast<std::remove_reference_t<Visit>*>(argument))(mapping);
      },
      &visit);
}

// Whether all of these bytes are mapped with at least this protection. Throws std::bad_alloc if
// that cannot be found out.
bool isMappedWith(const void* address, std::size_t bytes, int protection);

// Whether other processes may have the memory at this address, too, or that cannot be found out.
bool mayBeShared(const void* address);

} // namespace heddle::memory
