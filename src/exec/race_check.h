// The shadow of shared memory for the tool racecheck (ir/checker_abi.h).
#pragma once

#include "ir/checker_abi.h"
#include "trace/findings.h"

#include <cstddef>
#include <cstdint>

namespace heddle::exec {

// How much memory a block needs behind its shared memory: nothing unless the tool is on. Each
// launch asks several times, so the answer is a constant that needs no call.
inline std::size_t raceShadowBytes() {
  static const std::size_t bytes = trace::checkSettings().sharedRaces ? kRaceShadowBytes : 0;
  return bytes;
}

// Where the shadow of a block lies.
struct RaceShadow {
  std::uint64_t* stamps;
  struct Words {
    std::uint64_t write, read, readBefore;
  }* words;
  static_assert(sizeof(Words) == kRaceGranuleWords * sizeof(std::uint64_t));

  explicit RaceShadow(const BlockContext& context) {
    const std::size_t rounded =
        (context.sharedBytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
    char* const begin = context.shared + rounded + kRaceGapBytes;
    stamps = reinterpret_cast<std::uint64_t*>(begin);
    words = reinterpret_cast<Words*>(begin + kRaceStampBytes);
  }
};

// Begins a new epoch for all threads of a block that is about to run, so that what the shadow has
// of the block before counts no more. This runs in kernel mode, where the memory of the process
// cannot be accessed. Therefore it is inline, and the loops go over volatile memory: a compiler
// would otherwise make vector code of them, with constants that lie elsewhere.
inline void beginRaceShadow(const BlockContext& context) {
  if (context.sharedBytes == 0)
    return; // Such a block has nothing to race on.
  const RaceShadow shadow(context);
  // The end of the gap has the number of stamps that the block before had, and its last epoch.
  volatile std::uint64_t* const stamps = shadow.stamps;
  const std::uint64_t before = stamps[-2];
  std::uint64_t latest = stamps[-1];
  for (std::uint64_t i = 0; i < before; ++i) {
    const std::uint64_t epoch = stamps[i] >> kRaceEpochShift;
    latest = epoch > latest ? epoch : latest;
  }
  // Long before the bits of epochs are used up, all words are cleared.
  if (latest >> (63 - kRaceEpochShift)) {
    volatile std::uint64_t* const words = &shadow.words->write;
    for (std::size_t i = 0; i < kRaceGranuleWords * (kMostRaceSharedBytes >> kRaceGranuleBits); ++i)
      words[i] = 0;
    latest = 0;
  }
  const std::uint64_t threads = std::uint64_t{context.ntid[0]} * context.ntid[1] * context.ntid[2];
  stamps[-2] = threads;
  stamps[-1] = ++latest;
  for (std::uint64_t i = 0; i < threads; ++i)
    stamps[i] = latest << kRaceEpochShift | (i + 1) << kRaceThreadShift;
}

// Reports the races that have been found since the last call. Called when a grid has ended, since
// only then it is known how bad each of them is.
void reportRaces();

} // namespace heddle::exec
