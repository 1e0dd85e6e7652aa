// The range of addresses in which everything lies that kernels may access: device, managed and
// pinned memory, their stacks, shared memory. It is far from where the system puts the program, its
// libraries, heap and stacks, and between two mappings in it there are addresses without memory. So
// a kernel's access through a wrong pointer faults rather than change data of the host.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::memory {

// Maps zeroed memory with this protection (PROT_READ and so on), with at least `gap` addresses
// without memory on both sides. Null where the range is not available: where the system has other
// memory there or a smaller address space, or has no memory.
void* mapInKernelRange(std::size_t bytes, std::size_t gap, std::size_t alignment, int protection);
void unmapInKernelRange(void* base, std::size_t bytes);
// Whether the address lies in a mapping that mapInKernelRange() has made.
bool isMappedInKernelRange(const void* address);

// The addresses that memory of kernels, and their code, can have: the range, or where that is not
// available all addresses that a process can have.
struct KernelRange {
  std::uintptr_t begin;
  std::size_t bytes;
  bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - begin < bytes;
  }
};
KernelRange kernelRange();

} // namespace heddle::memory
