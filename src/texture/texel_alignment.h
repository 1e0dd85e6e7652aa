// How a GPU adds texels that are floating-point numbers of few bits: with one exponent for all. A
// texel loses what lies below the last place of the one with the highest, and the sum of what is
// left is exact. Texels whose weight is 0 do not count.
#pragma once

#include "ir/always_inline.h"

#include <bit>
#include <cstdint>

namespace heddle::texture {

// Which formats are added in this way.
enum class Alignment { None, Halves, Srgb };

// The power of two that is the last place of a texel, given as the bits of a float. A half has four
// places more than its mantissa.
HEDDLE_INLINE std::int32_t lastPlaceOfHalf(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits >> 23 & 0xff) - 127 - 14;
}

// A linear value of sRGB has the exponent of a range of stored bytes, which begin at 32, 48, 64,
// 96, 136, 184 and 248. These are the linear values of the first bytes, in 16384ths.
HEDDLE_INLINE std::int32_t lastPlaceOfSrgb(std::uint32_t bits) {
  const float value = std::bit_cast<float>(bits) * 16384;
  return -14 + (value >= 236) + (value >= 484) + (value >= 840) + (value >= 1920) +
         (value >= 4032) + (value >= 7872) + (value >= 15360);
}

HEDDLE_INLINE std::int32_t lastPlaceOf(Alignment alignment, std::uint32_t bits) {
  return alignment == Alignment::Srgb ? lastPlaceOfSrgb(bits) : lastPlaceOfHalf(bits);
}

// The float without what lies below a power of two.
HEDDLE_INLINE std::uint32_t cutBelow(std::uint32_t bits, std::int32_t place) {
  const std::int32_t ownPlace = static_cast<std::int32_t>(bits >> 23 & 0xff) - 127 - 23;
  const std::int32_t dropped = place - ownPlace;
  if (dropped > 23)
    return 0;
  return dropped <= 0 ? bits : bits >> dropped << dropped;
}

} // namespace heddle::texture
