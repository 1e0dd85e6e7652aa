// Accesses to addresses that a kernel has named, with the kernel's rights: an address of the host's
// memory faults, as it does in the kernel.
#pragma once

#include "exec/kernel_access.h"
#include "exec/kernel_mode.h"

#include <cstddef>
#include <cstring>

namespace heddle::exec {

// These may be called in kernel mode, where a function of the C library would fault at the tables
// of its own addresses. Without string instructions there are no protection keys either.
inline void copyInKernelMode(void* to, const void* from, std::size_t bytes) {
#if defined(__x86_64__)
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
#else
  std::memmove(to, from, bytes);
#endif
}
inline void fillInKernelMode(void* to, unsigned char value, std::size_t bytes) {
#if defined(__x86_64__)
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
#else
  std::memset(to, value, bytes);
#endif
}

// For a function in host mode that a kernel has called. One of the addresses is the kernel's, the
// other one that of a local variable, which lies on the kernel's stack.
inline void copyWithKernelRights(void* to, const void* from, std::size_t bytes) {
  requireKernelAccess(to, bytes);
  requireKernelAccess(from, bytes);
  callInKernelMode(copyInKernelMode, to, from, bytes);
}

} // namespace heddle::exec
