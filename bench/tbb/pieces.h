// Equal pieces of the input, for what the C++ library has no algorithm for.
#pragma once

#include "primitives.h"

#include <array>
#include <execution>
#include <numeric>

namespace heddle::bench {

// Enough for every thread to have several, and each still so large that its own state is cheap.
constexpr std::size_t kPieces = 256;
static_assert(kPrimitiveElements % kPieces == 0);

// Calls work(piece, begin, end) for all pieces, in parallel.
template <typename Work> void forEachPiece(const Work& work) {
  std::array<std::size_t, kPieces> pieces;
  std::iota(pieces.begin(), pieces.end(), std::size_t{0});
  std::for_each(std::execution::par, pieces.begin(), pieces.end(), [&](std::size_t piece) {
    constexpr std::size_t kElements = kPrimitiveElements / kPieces;
    work(piece, piece * kElements, (piece + 1) * kElements);
  });
}

} // namespace heddle::bench
