// Coordinates along one axis of a texture: which texels, and how much of each. Without branches
// where the mode is known, so that loops over lanes become vector code.
#pragma once

#include "ir/texture.h"
#include "texture/inlined.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace heddle::texture {

constexpr std::int32_t kOutside = -1; // a texel beyond the border

// Besides the modes of the API: texels outside are told by their numbers.
constexpr std::uint32_t TextureAddressUnlimited = TextureAddressBorder + 1;

// The two texels around a coordinate, and the weight of the second in 256ths.
struct TexelPair {
  std::int32_t first, second;
  std::int32_t weight;
};

// The hardware keeps eight bits of a coordinate's fraction.
constexpr std::uint32_t kFractionBits = 8;
constexpr std::int32_t kSteps = 1 << kFractionBits;

// Normalised coordinates are rounded down to multiples of this before they are scaled.
constexpr double kStep = 0x1p-21;

// Beyond every extent, and far from the end of what an int32 with a fraction holds.
constexpr double kFarthest = 1 << 22;

// std::floor is a call where the processor at hand may lack the instruction. What is not below the
// limit comes from a float, and is whole.
HEDDLE_INLINE double floorOf(double value) {
  const double near = (value + 0x1.8p52) - 0x1.8p52;
  const double below = near > value ? near - 1 : near;
  return std::fabs(value) < 0x1p51 ? below : value;
}

// In parts of a texel.
HEDDLE_INLINE std::int32_t wholePart(double texels, std::int32_t parts = 1) {
  const double near = std::clamp(texels, -kFarthest, kFarthest);
  return static_cast<std::int32_t>(floorOf(near * parts));
}

// Repeated and mirrored coordinates are brought to the first period before they are scaled.
HEDDLE_INLINE double inTexels(float coordinate, std::uint32_t extent, std::uint32_t mode,
                              bool normalized) {
  const bool repeats = mode == TextureAddressWrap || mode == TextureAddressMirror;
  const float size = std::fabs(coordinate);
  const bool counts = size >= 0x1p-126F && (!repeats || size <= 0x1.fffffep+127F);
  const double given = counts ? coordinate : 0;
  if (!normalized)
    return given;
  double fraction = floorOf(given / kStep) * kStep;
  if (mode == TextureAddressWrap)
    fraction -= floorOf(fraction);
  else if (mode == TextureAddressMirror)
    fraction -= 2 * floorOf(fraction / 2);
  return fraction * extent;
}

// A texel given by its number.
HEDDLE_INLINE std::int32_t numberedTexel(std::int32_t index, std::uint32_t extent,
                                         std::uint32_t mode) {
  const auto count = static_cast<std::int32_t>(extent);
  switch (mode) {
  case TextureAddressWrap: {
    const std::int32_t rest = index % count;
    return rest < 0 ? rest + count : rest;
  }
  case TextureAddressMirror: {
    const std::int32_t rest = index % (2 * count);
    const std::int32_t place = rest < 0 ? rest + 2 * count : rest;
    return place < count ? place : 2 * count - 1 - place;
  }
  case TextureAddressUnlimited:
    return index;
  case TextureAddressBorder:
    return index >= 0 && index < count ? index : kOutside;
  default:
    return std::clamp(index, 0, count - 1);
  }
}

// The same for a texel at most one beyond the period that coordinates were brought to.
HEDDLE_INLINE std::int32_t neighbouringTexel(std::int32_t index, std::uint32_t extent,
                                             std::uint32_t mode) {
  if (mode != TextureAddressWrap && mode != TextureAddressMirror)
    return numberedTexel(index, extent, mode);
  const auto count = static_cast<std::int32_t>(extent);
  const std::int32_t period = mode == TextureAddressWrap ? count : 2 * count;
  const std::int32_t rest = index < 0 ? index + period : index;
  const std::int32_t place = rest >= period ? rest - period : rest;
  return place < count ? place : 2 * count - 1 - place;
}

// The texel of a coordinate, point sampled.
HEDDLE_INLINE std::int32_t nearestTexel(float coordinate, std::uint32_t extent, std::uint32_t mode,
                                        bool normalized) {
  const std::int32_t index = wholePart(inTexels(coordinate, extent, mode, normalized));
  return normalized ? neighbouringTexel(index, extent, mode) : numberedTexel(index, extent, mode);
}

// The fraction of 256ths, and before it the texel in front of the coordinate.
HEDDLE_INLINE std::int32_t fixedPlace(float coordinate, std::uint32_t extent, std::uint32_t mode,
                                      bool normalized) {
  const double place = inTexels(coordinate, extent, mode, normalized) - 0.5;
  return wholePart(place + 0.5 / kSteps, kSteps);
}

// What is clamped has no fraction left; with other weights, sums would be rounded otherwise.
HEDDLE_INLINE TexelPair within(std::uint32_t mode, TexelPair pair) {
  const bool clamped = mode == TextureAddressClamp && pair.first == pair.second;
  return {pair.first, pair.second, clamped ? 0 : pair.weight};
}

HEDDLE_INLINE TexelPair texelsAround(float coordinate, std::uint32_t extent, std::uint32_t mode,
                                     bool normalized, std::int32_t offset) {
  const std::int32_t fixed = fixedPlace(coordinate, extent, mode, normalized);
  const std::int32_t first = (fixed >> kFractionBits) + offset;
  return within(mode, {numberedTexel(first, extent, mode), numberedTexel(first + 1, extent, mode),
                       fixed & (kSteps - 1)});
}
HEDDLE_INLINE TexelPair texelsAround(float coordinate, std::uint32_t extent, std::uint32_t mode,
                                     bool normalized) {
  if (!normalized)
    return texelsAround(coordinate, extent, mode, normalized, 0);
  const std::int32_t fixed = fixedPlace(coordinate, extent, mode, normalized);
  const std::int32_t first = fixed >> kFractionBits;
  return within(mode, {neighbouringTexel(first, extent, mode),
                       neighbouringTexel(first + 1, extent, mode), fixed & (kSteps - 1)});
}

} // namespace heddle::texture
