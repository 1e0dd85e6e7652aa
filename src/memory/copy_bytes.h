// Moving bytes between memories that may not be there: host memory that the program has registered
// and then unmapped, or memory that is freed while another device's copy reads it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::memory {

// Thrown out of the functions below when a byte cannot be accessed. The signal handler throws it,
// so that a copy without a fault pays nothing.
struct MemoryFault {};

// A memmove that is faster for a few kilobytes in the cache. For such sizes glibc uses `rep movsb`,
// whose start-up alone takes as long as copying a kilobyte.
void copyBytes(void* destination, const void* source, std::size_t bytes);

// Fills memory with elements of 1, 2 or 4 bytes.
void fillBytes(void* destination, std::size_t bytes, std::uint32_t value, unsigned elementBytes);

// Reads a byte of each page of the memory, and writes it back where `isWritten`, so that code which
// nothing protects can access the memory afterwards.
void touchBytes(const void* address, std::size_t bytes, bool isWritten);

// For the signal handler of SIGSEGV and SIGBUS: throws MemoryFault if one of the functions above
// runs on this thread, else returns.
void throwIfMovingBytes();

} // namespace heddle::memory
