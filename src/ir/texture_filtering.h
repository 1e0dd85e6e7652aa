// Linear filtering: the weights of texels, and how their sum is rounded.
#pragma once

#include "ir/always_inline.h"

#include <bit>
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

// The same weights for the whole share. They are doubles from the start, because texels are
// multiplied with them as doubles, and so what neighbouring fetches have in common is converted
// once. One product is enough, since (256 - x) * (256 - y) differs from x * y by a multiple of 256,
// so that both are rounded by the same amount.
struct RealCorners {
  HEDDLE_INLINE RealCorners(double x, double y) {
#pragma clang fp contract(fast)
    // A number of this size has no bits behind the point, so that to add it is to round to nearest.
    constexpr double kWhole = 0x1.8p52;
    // Products of 256 steps and a half must be rounded up. To add to x what makes up less than one
    // step of the product moves them beyond the half.
    const double raised = x * (1.0 / kFullWeight) + 0x1p-18;
    upperRight = (raised * y + kWhole) - kWhole;
    lowerRight = x - upperRight;
    upperLeft = y - upperRight;
    lowerLeft = (kFullWeight - x) - upperLeft;
  }

  double lowerLeft, lowerRight, upperLeft, upperRight;
};

// Rounds to a number of mantissa bits: to nearest, ties away from zero.
HEDDLE_INLINE float roundTo(double value, unsigned mantissaBits) {
  const unsigned dropped = 52 - mantissaBits;
  const auto bits = std::bit_cast<std::uint64_t>(value) + (std::uint64_t{1} << (dropped - 1));
  return static_cast<float>(std::bit_cast<double>(bits >> dropped << dropped));
}

} // namespace heddle::texture
