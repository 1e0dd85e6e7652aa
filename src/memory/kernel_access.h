// Which addresses kernels may access, asked by address. Functions of the driver that follow a
// kernel's pointer ask this first, because no protection key and no gap between addresses keeps
// the driver from its own memory.
#pragma once

#include "memory/kernel_addresses.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::memory {

// These note memory outside of the range of kernels that kernels may access nevertheless, such as
// memory that the program has registered.
void noteKernelMemory(const void* base, std::size_t bytes);
void forgetKernelMemory(const void* base);

// The range of addresses that compiled code finds nothing wrong with where it tests them
// (simt/mark_host_addresses.h), as a begin and a number of bytes: the range of kernels and what is
// near it, or while memory is noted, all addresses.
using AccessRange = std::array<std::atomic<std::uint64_t>, 2>;
const AccessRange& kernelAccessRange();

namespace detail {
bool isNotedKernelMemory(const void* address, std::size_t bytes);
}

// Whether kernels may access all of these bytes. Bytes in the range of kernels that have no memory
// count as such, because an access to them faults.
inline bool mayKernelsAccess(const void* address, std::size_t bytes) {
  static const KernelRange range = kernelRange();
  const auto offset = reinterpret_cast<std::uintptr_t>(address) - range.begin;
  if (offset < range.bytes && bytes <= range.bytes - offset) [[likely]]
    return true;
  return detail::isNotedKernelMemory(address, bytes);
}

} // namespace heddle::memory
