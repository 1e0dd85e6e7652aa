// The check of an address that a kernel has named, for functions of the driver that access it on
// the kernel's behalf: an address that the kernel itself could not access ends the kernel, as its
// own access would. Otherwise a kernel could reach the host's memory through these functions,
// which run with the rights of the host.
#pragma once

#include "memory/kernel_access.h"

#include <cstddef>

namespace heddle::exec {

namespace detail {
[[gnu::cold]] void endKernelAtAddress(const void* address);
}

// Ends the kernel that this thread runs, unless kernels may access the bytes. Nothing on the stack
// is destroyed then, so the caller must hold no lock and no object with a destructor. Does nothing
// on threads that run no kernel.
inline void requireKernelAccess(const void* address, std::size_t bytes) {
  if (!memory::mayKernelsAccess(address, bytes)) [[unlikely]]
    detail::endKernelAtAddress(address);
}

} // namespace heddle::exec
