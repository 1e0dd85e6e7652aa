// What the checks in compiled kernels and the engine agree on, for the tools of the checker. Passes
// of src/simt insert calls of these functions into thread IR, without the first two arguments: each
// active lane then makes the call, with its block's context and its number in the block. `site`
// describes where a check stands, as simt/checked_accesses.h says.
#pragma once

#include "ir/kernel_abi.h"

namespace heddle {

// Symbols of the table of allocations that kernels check their accesses against
// (memory/access_bounds.h): the first address that it covers, the number of its granules, and where
// the granules and the records lie.
constexpr const char* kBoundsBegin = "heddle_bounds_begin";
constexpr const char* kBoundsGranuleCount = "heddle_bounds_granule_count";
constexpr const char* kBoundsGranules = "heddle_bounds_granules";
constexpr const char* kBoundsRecords = "heddle_bounds_records";
constexpr unsigned kBoundsGranuleBits = 9;
// From a byte of an allocation to the one that says whether it has been written
// (memory/initialised_bytes.h).
constexpr std::uint64_t kInitialisedBytesDistance = 0x2000'0000'0000;

} // namespace heddle

extern "C" {
// An access for which the bounds that compiled code has looked up do not hold. Reports it if it is
// wrong. The kernel goes on until heddle_end_checks, which ends it if there was a report since the
// last call.
void heddle_check_access(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                         const char* site);
void heddle_end_checks(heddle::BlockContext*, std::uint32_t thread);
// Reports a read of bytes that have not been written since they were allocated, if they have not.
void heddle_check_initialised(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                              const char* site);
void heddle_mark_initialised(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                             std::uint32_t bytes);
// Reports an operation of a warp whose members do not include the thread itself.
void heddle_check_members(heddle::BlockContext*, std::uint32_t thread, std::uint32_t members,
                          const char* site);
// Reports an access to shared memory if another thread has accessed it, one of them writes, and
// there was no barrier between the two accesses. `value` is what it writes: two threads may write
// the same.
void heddle_check_race(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                       std::uint64_t value, const char* site);
// The thread has passed a barrier of its block, or of its warp.
void heddle_note_barrier(heddle::BlockContext*, std::uint32_t thread, std::uint32_t isOfWarp);
}
