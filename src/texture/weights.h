// How much of each texel linear filtering takes.
#pragma once

#include "texture/inlined.h"

#include <cstdint>

namespace heddle::texture {

// Weights are 256ths.
constexpr std::int32_t kWhole = 256;
HEDDLE_INLINE std::int32_t product(std::int32_t a, std::int32_t b) {
  return (a * b + kWhole / 2) / kWhole;
}

// The weights of four texels. They are products of which eight bits are kept; what that changes at
// one goes to its neighbours, so that they add up.
struct Corners {
  HEDDLE_INLINE Corners(std::int32_t share, std::int32_t x, std::int32_t y) {
    const std::int32_t right = product(share, x), left = share - right;
    upperRight = product(right, y);
    lowerRight = right - upperRight;
    lowerLeft = product(left, kWhole - y);
    upperLeft = left - lowerLeft;
  }

  std::int32_t lowerLeft, lowerRight, upperLeft, upperRight;
};

} // namespace heddle::texture
