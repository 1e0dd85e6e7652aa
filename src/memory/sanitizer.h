// What the sanitizers have to be told; nothing in a build without them.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_ASAN
#include <sanitizer/lsan_interface.h>
#endif
#endif

namespace heddle::memory {

// Memory from the OS that holds pointers into the heap: what they point to is not leaked.
inline void addLeakRoots([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef HEDDLE_ASAN
  __lsan_register_root_region(data, bytes);
#endif
}

inline void removeLeakRoots([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef HEDDLE_ASAN
  __lsan_unregister_root_region(data, bytes);
#endif
}

} // namespace heddle::memory
