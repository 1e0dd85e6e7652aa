// The weights of texels in linear filtering.
#pragma once

#include "texture/always_inline.h"

#include <cstdint>

namespace heddle::texture {

// Weights are in 256ths.
constexpr std::int32_t kFullWeight = 256;
HEDDLE_INLINE std::int32_t multiplyWeights(std::int32_t a, std::int32_t b) {
  return (a * b + kFullWeight / 2) / kFullWeight;
}

// The weights of four texels, which add up to `share`. As on a GPU, a weight is a product of which
// eight bits are kept, and the neighbouring weight gets what the rounding has added or taken away.
struct Corners {
  HEDDLE_INLINE Corners(std::int32_t share, std::int32_t x, std::int32_t y) {
    const std::int32_t right = multiplyWeights(share, x), left = share - right;
    upperRight = multiplyWeights(right, y);
    lowerRight = right - upperRight;
    lowerLeft = multiplyWeights(left, kFullWeight - y);
    upperLeft = left - lowerLeft;
  }

  std::int32_t lowerLeft, lowerRight, upperLeft, upperRight;
};

} // namespace heddle::texture
