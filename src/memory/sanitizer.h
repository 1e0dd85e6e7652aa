// Calls into the sanitizers, which do nothing in a build without them.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_ASAN
#include <sanitizer/lsan_interface.h>
#endif
#if __has_feature(thread_sanitizer)
#define HEDDLE_TSAN
#endif
#endif

namespace heddle::memory {

#ifdef HEDDLE_TSAN
constexpr bool kThreadSanitizer = true;
#else
constexpr bool kThreadSanitizer = false;
#endif

// Tells the leak checker about memory from the system that holds pointers into the heap.
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
