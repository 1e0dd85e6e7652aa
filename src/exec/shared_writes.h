// Which bytes of a block's shared memory have been written (ir/checker_abi.h), for initcheck.
#pragma once

#include "ir/checker_abi.h"
#include "trace/findings.h"

#include <cstddef>
#include <cstdint>

namespace heddle::exec {

inline bool checksSharedWrites() {
  static const bool isOn = trace::checkSettings().initialisedBlock;
  return isOn;
}

// The byte that says whether the first one of the block's shared memory has been written.
inline char* sharedWrites(const BlockContext& context) {
  const std::size_t rounded =
      (context.sharedBytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
  return context.shared + rounded + kSharedWrittenOffset;
}

// For a block that is about to run. As beginRaceShadow(), this runs in kernel mode.
inline void forgetSharedWrites(const BlockContext& context) {
  auto* const words = reinterpret_cast<volatile std::uint64_t*>(sharedWrites(context));
  const std::size_t bytes =
      context.sharedBytes < kMostRaceSharedBytes ? context.sharedBytes : kMostRaceSharedBytes;
  for (std::size_t i = 0; i < (bytes + sizeof *words - 1) / sizeof *words; ++i)
    words[i] = 0;
}

} // namespace heddle::exec
