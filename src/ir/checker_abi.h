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

// The shadow of a block's shared memory, for the tool racecheck. It lies behind the shared memory,
// rounded up to kSharedAlignment, and a gap. It begins with a stamp for each thread, and behind
// them are three words for each four bytes of shared memory: the last write, the last read, and the
// read before that one, which is of another thread if both are of one epoch: so that there is one
// of another thread to name whoever writes next. Three more words stand for all addresses that are
// out of bounds.
//
// A word is the stamp of the thread that made the access, the number of the place in the source,
// which of the four bytes it was, and two flags. A stamp is the number of barriers of the block
// that the thread has passed, its clock, which counts what other barriers it has come to since the
// last one of the block, and one more than its number. A word that is 0 belongs to no access.
constexpr unsigned kRaceBytesShift = 2, kRaceSiteShift = 6, kRaceThreadShift = 20,
                   kRaceClockShift = 31, kRaceEpochShift = 44;
constexpr std::uint64_t kRaceSeveral = 1; // other threads made such an access, too
constexpr std::uint64_t kRaceAtomic = 2;
constexpr std::uint64_t kRaceBytes = 0xf;
constexpr std::uint64_t kRaceSites = (1u << (kRaceThreadShift - kRaceSiteShift)) - 1;
constexpr std::uint64_t kRaceThreads = (1u << (kRaceClockShift - kRaceThreadShift)) - 1;
constexpr std::uint64_t kRaceClocks = (1u << (kRaceEpochShift - kRaceClockShift)) - 1;
constexpr unsigned kRaceGranuleBits = 2;
constexpr std::size_t kRaceGapBytes = 4096;
constexpr std::size_t kRaceStampBytes = 1024 * sizeof(std::uint64_t);
constexpr std::size_t kMostRaceSharedBytes = 256u << 10;
constexpr std::size_t kRaceGranuleWords = 3;
constexpr std::size_t kRaceShadowBytes =
    kRaceGapBytes + kRaceStampBytes +
    (kMostRaceSharedBytes >> kRaceGranuleBits) * kRaceGranuleWords * sizeof(std::uint64_t) + 4096;

// The shadow of global memory, for races on it (memory/race_shadow.h): a word for the last access
// to each four bytes. A word is the stamp of the thread that made the access, the number of the
// place in the source, which of the four bytes it was, and flags. A stamp is the number of the
// block among all that the process has run, its run, the number of barriers of the block that the
// thread has passed, and the thread's number. A word that is 0 belongs to no access.
constexpr unsigned kGlobalRaceBytesShift = 5, kGlobalRaceSiteShift = 9, kGlobalRaceThreadShift = 18,
                   kGlobalRaceEpochShift = 28, kGlobalRaceRunShift = 39;
constexpr std::uint64_t kGlobalRaceThreads =
    1; // of the block read the bytes, too, since the barrier
constexpr std::uint64_t kGlobalRaceBlocks = 2; // blocks other than this one read the bytes, too
constexpr std::uint64_t kGlobalRaceAtomic = 4;
constexpr std::uint64_t kGlobalRaceRead = 8;     // the access is a read
constexpr std::uint64_t kGlobalRaceWritten = 16; // the read has an entry in EarlierWrites
constexpr std::uint64_t kGlobalRaceSites =
    (1u << (kGlobalRaceThreadShift - kGlobalRaceSiteShift)) - 1;
constexpr std::uint64_t kGlobalRaceThreadMask =
    (1u << (kGlobalRaceEpochShift - kGlobalRaceThreadShift)) - 1;
constexpr std::uint64_t kGlobalRaceEpochs =
    (1u << (kGlobalRaceRunShift - kGlobalRaceEpochShift)) - 1;
constexpr std::uint64_t kGlobalRaceRuns = (std::uint64_t{1} << (64 - kGlobalRaceRunShift)) - 1;
// There is one word for an access, but a read must not make the shadow forget the write before it,
// since later reads have to be compared with that write. The word of such a read has the flag
// kGlobalRaceWritten, and in the bits for its place and bytes the number of an entry in a table
// that all words share (exec/earlier_writes.h). The entry holds the place and bytes of the read,
// and the difference between the word of the write and the stamp of the read. A few entries do for
// a whole kernel, because most of its threads read what was written the same number of barriers and
// blocks ago. Which thread wrote only matters if no barrier lies between the write and the read.
// Elsewhere the entry names the thread that reads, so that threads need no entries of their own.
struct GlobalRaceEarlierWrite {
  std::uint64_t read;     // its place and bytes; 0 where there is no entry
  std::uint64_t distance; // the word of the write less the stamp
};
constexpr unsigned kGlobalRaceEntryShift = kGlobalRaceBytesShift,
                   kGlobalRaceEntryBits = kGlobalRaceThreadShift - kGlobalRaceEntryShift;
constexpr std::size_t kGlobalRaceEntries = std::size_t{1} << kGlobalRaceEntryBits;
constexpr std::uint64_t kGlobalRaceEntryMask = (kGlobalRaceEntries - 1) << kGlobalRaceEntryShift;
// The table is searched by hashing, by kernels and by the engine alike: an entry's place is the
// upper bits of the product of this number and the entry's distance, in which the place and bytes
// of the read have been put over the bits of the run.
constexpr std::uint64_t kGlobalRaceEntryHash = 0x9e37'79b9'7f4a'7c15;
constexpr unsigned kGlobalRaceEntryHashShift = 40;
// Set where the kernel may order threads of a warp, or of a block, in ways that nobody follows.
constexpr std::uint32_t kGlobalRaceHiddenInWarp = 1, kGlobalRaceHiddenInBlock = 2;
// Set where the engine does all for an access, because kernels do not find its words. The lanes of
// a warp that write by one instruction are compared when they all have written: each of them is
// then told whose word it has lost.
constexpr std::uint32_t kGlobalRaceBeforeWrites = 4, kGlobalRaceBehindWrites = 8;
constexpr unsigned kGlobalRaceSiteNumberShift = 8;
// Symbols of the shadow: the first address that has one, the number of addresses that do, where
// the word of the first one lies, and the table of EarlierWrites.
constexpr const char* kGlobalRaceBegin = "heddle_global_race_begin";
constexpr const char* kGlobalRaceCovered = "heddle_global_race_covered";
constexpr const char* kGlobalRaceAccesses = "heddle_global_race_accesses";
constexpr const char* kGlobalRaceEarlierWrites = "heddle_global_race_earlier_writes";
// The stamps of a block's threads lie behind the shadow of its shared memory. Before them is the
// first word that can be of a block that is not ordered before this one, and before that the
// address of the table of places, which the kernel writes.
constexpr std::size_t kGlobalRaceStampBytes = kSharedAlignment + 1024 * sizeof(std::uint64_t);

// Which bytes of a block's shared memory have been written, for the tool initcheck: 0xff or 0 for
// each, behind everything that racecheck has there.
constexpr std::size_t kSharedWrittenOffset = kRaceShadowBytes + kGlobalRaceStampBytes;
constexpr std::size_t kSharedWrittenBytes = kMostRaceSharedBytes + 4096;

// Shared memory and what lies behind it end where the memory of a worker ends. Blocks of different
// kernels find each other's shadow there, and go on from its epochs. So it has to begin at the same
// address for all of them, however much shared memory lies before it.
static_assert(kRaceShadowBytes % kSharedAlignment == 0);
static_assert(kGlobalRaceStampBytes % kSharedAlignment == 0);
static_assert(kSharedWrittenBytes % kSharedAlignment == 0);

} // namespace heddle

extern "C" {
// An access for which the bounds that compiled code has looked up do not hold. Reports it if it is
// wrong. The kernel goes on until heddle_end_checks, which ends it if there was a report since the
// last call.
void heddle_check_access(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                         const char* site);
// Checks and reports a copy of so many bytes as one access, which has to begin at a multiple of 16.
void heddle_check_bulk_access(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                              std::uint32_t bytes, const char* site);
// Reports a copy of so many bytes at once of which some were never written. The reads that make the
// copy, which are in the same place of the source, are not reported after it.
void heddle_check_bulk_initialised(heddle::BlockContext*, std::uint32_t thread,
                                   std::uint64_t address, std::uint32_t bytes, const char* site);
// Reports a free() of what malloc() has not given, or of what has been freed.
void heddle_check_free(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                       const char* site);
void heddle_end_checks(heddle::BlockContext*, std::uint32_t thread);
// Reports a read of bytes that have not been written since they were allocated, if they have not.
void heddle_check_initialised(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                              const char* site);
// Reports a read of shared or local memory that has not been written.
void heddle_report_unwritten(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                             const char* site);
void heddle_mark_initialised(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                             std::uint32_t bytes);
// Reports an operation of a warp whose members do not include the thread itself.
void heddle_check_members(heddle::BlockContext*, std::uint32_t thread, std::uint32_t members,
                          const char* site);
// The thread comes to a barrier of the block that all threads of its warp have to come to together.
// `reconvergence` has a count and the numbers of the places where threads that pass by this barrier
// wait for their warp. `isOfBlock` is 1 for a barrier that all threads of the block take part in,
// as in __syncthreads(), and 0 for one of a part of them.
void heddle_sync_barrier(heddle::BlockContext*, std::uint32_t thread, const char* site,
                         const std::uint32_t* reconvergence, std::uint32_t isOfBlock);
// The same for an operation of the warp, for the threads in `members`.
void heddle_sync_warp(heddle::BlockContext*, std::uint32_t thread, std::uint32_t members,
                      const char* site, const std::uint32_t* reconvergence);
// The thread comes to such a place, or has come to the end of the kernel.
void heddle_sync_passed(heddle::BlockContext*, std::uint32_t thread, std::uint32_t reconvergence);
void heddle_sync_exit(heddle::BlockContext*, std::uint32_t thread);
// The thread is about to look once more whether it can go on, in a loop that waits for others, or
// to come to a barrier of the block. `site` begins with "loop" or "barrier". `address` is that of
// the memory that the loop reads, or 0.
void heddle_sync_wait(heddle::BlockContext*, std::uint32_t thread, const char* site,
                      std::uint64_t address);
// The thread has gone on behind the loop or barrier.
void heddle_sync_went_on(heddle::BlockContext*, std::uint32_t thread);
// The thread initialises, invalidates or uses an asynchronous barrier; `note` is a CheckerNote and
// `use` an MbarrierUse.
void heddle_sync_mbarrier(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                          std::uint32_t note, std::uint32_t use, const char* site);
// An access to shared memory where the shadow says that another thread has accessed the same four
// bytes since the last barrier of the block. Reports it if it is a race. `value` is what it writes:
// two threads may write the same. `sites` has the strings of the places whose numbers are in words.
void heddle_check_race(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                       std::uint64_t value, const char* site, const char* const* sites);
// The thread comes to a barrier for the threads of its warp in `members`, and leaves it.
void heddle_race_warp_arrive(heddle::BlockContext*, std::uint32_t thread, std::uint32_t members);
void heddle_race_warp_leave(heddle::BlockContext*, std::uint32_t thread, std::uint32_t members);
// The same for a barrier of the block for so many of its threads.
void heddle_race_barrier_arrive(heddle::BlockContext*, std::uint32_t thread, std::uint32_t barrier,
                                std::uint32_t threads);
void heddle_race_barrier_leave(heddle::BlockContext*, std::uint32_t thread, std::uint32_t barrier);
// The thread is about to release by an atomic at this address, or has acquired by one.
void heddle_race_release(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address);
void heddle_race_acquire(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address);
// The thread has started an asynchronous copy to shared memory, of the bytes that `site` says.
// Until the thread waits for it, every access to these bytes is a race. Copies belong to groups, as
// those of cp.async do.
void heddle_race_copy(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                      const char* site, const char* const* sites);
void heddle_race_copy_commit(heddle::BlockContext*, std::uint32_t thread);
// The thread waits for all groups but the last `groups`, or for all its copies.
void heddle_race_copy_wait(heddle::BlockContext*, std::uint32_t thread, std::uint32_t groups,
                           std::uint32_t all);
// The thread has passed a barrier of the block, in a kernel with such copies.
void heddle_race_copy_epoch(heddle::BlockContext*, std::uint32_t thread);
// An access to global memory where the shadow says that another thread has accessed the same four
// bytes, and neither a barrier of the block nor the order of grids is between the two. Reports it
// if it is a race, and notes it in the shadow. `value` is as above. `flags` has
// kGlobalRaceHiddenInWarp and the like, and above them the number of the site.
void heddle_check_global_race(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address,
                              std::uint64_t value, const char* site, const char* const* sites,
                              std::uint32_t flags);
// The thread is about to release by an atomic or volatile access at this address, or has acquired
// by one.
void heddle_global_race_release(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address);
void heddle_global_race_acquire(heddle::BlockContext*, std::uint32_t thread, std::uint64_t address);
}
