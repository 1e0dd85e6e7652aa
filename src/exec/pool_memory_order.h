// Memory of pools that is used, or freed, on another stream than that of its allocation with
// nothing that orders the two, and memory that is freed beside its use: what compute-sanitizer
// finds with --track-stream-ordered-races. Kernels use what they access, not what they are given,
// so they look at each of their accesses to memory of pools (exec/access_check.cpp).
#pragma once

#include "exec/stream_order.h"

#include <cstddef>
#include <cstdint>

namespace heddle::exec {

// The stream has allocated the memory, before any other of its work is submitted.
void notePoolAllocation(const void* base, std::size_t bytes, const Stream& stream);
// The memory is freed in the order of the stream, or by the host, which does not wait for work.
void notePoolFree(const void* base, const Stream& stream);
void notePoolFree(const void* base);
// A copy or fill by the API, which the stream is about to be given.
void notePoolUse(const void* address, const Stream& stream);

enum class PoolAccess : std::uint8_t {
  InOrder,          // or no memory of a pool, or the order of the grid is not known
  FreedLater,       // than the grid was launched, so that the memory may be gone by now
  BeforeAllocation, // nothing orders the grid behind the allocation
  Freed,            // before the grid was launched
};
// Judges an access of a grid, and reports memory that was freed beside it.
PoolAccess judgePoolAccess(const Task& grid, std::uint64_t address);

} // namespace heddle::exec
