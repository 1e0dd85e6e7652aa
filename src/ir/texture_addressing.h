// Texture coordinates along one axis: which texels a coordinate stands for under an address mode
// (wrap, clamp, mirror, border), and the weight of each in linear filtering. With a constant mode
// the functions have no branches, so that loops over lanes become vector code.
#pragma once

#include "ir/always_inline.h"
#include "ir/texture.h"

#include <algorithm>
#include <cstdint>

namespace heddle::texture {

constexpr std::int32_t kOutside = -1; // the number of every texel beyond the border

// A mode that the API does not have: texel numbers stay as they are, even outside of the texture.
constexpr std::uint32_t TextureAddressUnlimited = TextureAddressBorder + 1;

// The two texels around a coordinate. `weight` is that of the second, in 256ths.
struct TexelPair {
  std::int32_t first, second;
  std::int32_t weight;
};

// A GPU keeps eight bits of a coordinate's fraction.
constexpr std::uint32_t kFractionBits = 8;
constexpr std::int32_t kFractionSteps = 1 << kFractionBits;

// A GPU rounds normalized coordinates down to multiples of this before it scales them.
constexpr double kNormalizedStep = 0x1p-21;

// Coordinates are clamped to this many texels: more than any extent, and few enough that the
// coordinate with its fraction fits an int32.
constexpr double kFarthestTexel = 1 << 22;

// std::floor without a call of the C library, which it is where the compiler may not assume SSE4.1.
// A value of 2^51 or more comes from a float and is a whole number already. The builtin of the
// compiler is one instruction in kernels, too, where std::fabs would be a call.
HEDDLE_INLINE double floorOf(double value) {
  const double near = (value + 0x1.8p52) - 0x1.8p52;
  const double below = near > value ? near - 1 : near;
  return __builtin_fabs(value) < 0x1p51 ? below : value;
}

// Rounds a coordinate down to a multiple of 1 / `steps` texels, and returns it in such steps.
HEDDLE_INLINE std::int32_t toFixedPoint(double texels, std::int32_t steps = 1) {
  const double clamped = std::clamp(texels, -kFarthestTexel, kFarthestTexel);
  return static_cast<std::int32_t>(floorOf(clamped * steps));
}

// The coordinate in texels. Wrapped and mirrored coordinates are reduced to the first period before
// they are scaled. NaNs, denormals and, where coordinates repeat, infinities count as 0.
HEDDLE_INLINE double toTexels(float coordinate, std::uint32_t extent, std::uint32_t mode,
                              bool normalized) {
  const bool repeats = mode == TextureAddressWrap || mode == TextureAddressMirror;
  const float magnitude = __builtin_fabsf(coordinate);
  const bool isValid = magnitude >= 0x1p-126F && (!repeats || magnitude <= 0x1.fffffep+127F);
  const double value = isValid ? coordinate : 0;
  if (!normalized)
    return value;
  double fraction = floorOf(value / kNormalizedStep) * kNormalizedStep;
  if (mode == TextureAddressWrap)
    fraction -= floorOf(fraction);
  else if (mode == TextureAddressMirror)
    fraction -= 2 * floorOf(fraction / 2);
  return fraction * extent;
}

// The texel that the number of a texel stands for under an address mode.
HEDDLE_INLINE std::int32_t applyMode(std::int32_t index, std::uint32_t extent, std::uint32_t mode) {
  const auto count = static_cast<std::int32_t>(extent);
  switch (mode) {
  case TextureAddressWrap: {
    const std::int32_t rest = index % count;
    return rest < 0 ? rest + count : rest;
  }
  case TextureAddressMirror: {
    const std::int32_t rest = index % (2 * count);
    const std::int32_t inPeriod = rest < 0 ? rest + 2 * count : rest;
    return inPeriod < count ? inPeriod : 2 * count - 1 - inPeriod;
  }
  case TextureAddressUnlimited:
    return index;
  case TextureAddressBorder:
    return index >= 0 && index < count ? index : kOutside;
  default:
    return std::clamp(index, 0, count - 1);
  }
}

// The same without a division, for texels that are at most one outside of the first period.
HEDDLE_INLINE std::int32_t applyModeNearby(std::int32_t index, std::uint32_t extent,
                                           std::uint32_t mode) {
  if (mode != TextureAddressWrap && mode != TextureAddressMirror)
    return applyMode(index, extent, mode);
  const auto count = static_cast<std::int32_t>(extent);
  const std::int32_t period = mode == TextureAddressWrap ? count : 2 * count;
  const std::int32_t rest = index < 0 ? index + period : index;
  const std::int32_t inPeriod = rest >= period ? rest - period : rest;
  return inPeriod < count ? inPeriod : 2 * count - 1 - inPeriod;
}

// The texel of a coordinate with point sampling.
HEDDLE_INLINE std::int32_t nearestTexel(float coordinate, std::uint32_t extent, std::uint32_t mode,
                                        bool normalized) {
  const std::int32_t index = toFixedPoint(toTexels(coordinate, extent, mode, normalized));
  return normalized ? applyModeNearby(index, extent, mode) : applyMode(index, extent, mode);
}

// The position between the centres of two texels: the lower kFractionBits are the fraction, the
// others the number of the first texel. This is for coordinates that are fractions of the extent.
HEDDLE_INLINE std::int32_t positionOfFraction(float coordinate, std::uint32_t extent,
                                              std::uint32_t mode) {
  const double position = toTexels(coordinate, extent, mode, true) - 0.5;
  return toFixedPoint(position + 0.5 / kFractionSteps, kFractionSteps);
}

// The same for coordinates in texels. A float is enough here, of which a register holds twice as
// many as of doubles: to scale by a power of two is exact, and so is the distance from the whole
// number. That denormals count as 0 makes no difference, since they are rounded to it.
HEDDLE_INLINE std::int32_t positionOfTexels(float coordinate, std::uint32_t mode) {
  const bool repeats = mode == TextureAddressWrap || mode == TextureAddressMirror;
  const bool isValid =
      repeats ? __builtin_fabsf(coordinate) <= 0x1.fffffep+127F : coordinate == coordinate;
  constexpr auto kFarthest = static_cast<float>(kFarthestTexel + 1);
  const float scaled = std::clamp(isValid ? coordinate : 0, -kFarthest, kFarthest) * kFractionSteps;
  const auto whole = static_cast<std::int32_t>(scaled);
  const float rest = scaled - static_cast<float>(whole);
  const std::int32_t rounded = whole + (rest >= 0.5F) - (rest < -0.5F);
  const std::int32_t position = rounded - kFractionSteps / 2;
  if (!repeats)
    return position;
  constexpr auto kFarthestPosition = static_cast<std::int32_t>(kFarthestTexel) * kFractionSteps;
  return std::clamp(position, -kFarthestPosition, kFarthestPosition);
}

HEDDLE_INLINE std::int32_t fixedPosition(float coordinate, std::uint32_t extent, std::uint32_t mode,
                                         bool normalized) {
  return normalized ? positionOfFraction(coordinate, extent, mode)
                    : positionOfTexels(coordinate, mode);
}

// Sets the texels on both sides, given the position as fixedPosition() returns it. As on a GPU, a
// coordinate that is clamped to one texel has no fraction: with other weights the sum would be
// rounded differently.
//
// These functions write to `pair` rather than return it: a function that returns a small structure
// packs its members into registers, and a loop over lanes would then take them apart again.
template <typename Apply>
HEDDLE_INLINE void setTexels(TexelPair& pair, std::int32_t position, std::int32_t offset,
                             std::uint32_t mode, Apply apply) {
  const std::int32_t first = (position >> kFractionBits) + offset;
  pair.first = apply(first);
  pair.second = apply(first + 1);
  const bool isClamped = mode == TextureAddressClamp && pair.first == pair.second;
  pair.weight = isClamped ? 0 : position & (kFractionSteps - 1);
}

HEDDLE_INLINE void texelsAround(TexelPair& pair, float coordinate, std::uint32_t extent,
                                std::uint32_t mode, bool normalized, std::int32_t offset) {
  setTexels(pair, fixedPosition(coordinate, extent, mode, normalized), offset, mode,
            [&](std::int32_t index)
                HEDDLE_INLINE_LAMBDA { return applyMode(index, extent, mode); });
}
// The same where coordinates are clamped, for a first texel that may lie before the texture but not
// behind its last one: both texels are the same one, unless the first has a neighbour behind it.
HEDDLE_INLINE void setClampedTexels(TexelPair& pair, std::int32_t position, std::int32_t first,
                                    std::uint32_t extent) {
  const bool isBetween = static_cast<std::uint32_t>(first) < extent - 1;
  pair.first = std::max(first, 0);
  pair.second = pair.first + (isBetween ? 1 : 0);
  pair.weight = isBetween ? position & (kFractionSteps - 1) : 0;
}

// The same for a coordinate in texels that is clamped, in fewer steps. It may be clamped to the
// texture before it is rounded: beyond the centres of the outermost texels both texels are the same
// one, wherever the coordinate was. What is left is not negative, so that to convert it to an
// integer is to round it down, and to round a number to the nearest one (halves up) is to round
// twice the number down and then half of its successor.
HEDDLE_INLINE void clampedTexelsAround(TexelPair& pair, float coordinate, std::uint32_t extent) {
  const auto limit = static_cast<float>(extent);
  const float notBehind = limit < coordinate ? limit : coordinate;
  // So is a NaN. Were this the first step, a signalling one would become a quiet one on AArch64,
  // and then the limit.
  const float inside = notBehind > 0 ? notBehind : 0;
  const auto halfSteps = static_cast<std::int32_t>(inside * (2 * kFractionSteps));
  const std::int32_t position = (halfSteps + 1 - kFractionSteps) >> 1;
  setClampedTexels(pair, position, position >> kFractionBits, extent);
}

HEDDLE_INLINE void texelsAround(TexelPair& pair, float coordinate, std::uint32_t extent,
                                std::uint32_t mode, bool normalized) {
  if (!normalized && mode == TextureAddressClamp)
    return clampedTexelsAround(pair, coordinate, extent);
  if (!normalized)
    return texelsAround(pair, coordinate, extent, mode, normalized, 0);
  const std::int32_t position = positionOfFraction(coordinate, extent, mode);
  if (mode == TextureAddressClamp) {
    const auto last = static_cast<std::int32_t>(extent) - 1;
    return setClampedTexels(pair, position, std::min(position >> kFractionBits, last), extent);
  }
  setTexels(pair, position, 0, mode, [&](std::int32_t index) HEDDLE_INLINE_LAMBDA {
    return applyModeNearby(index, extent, mode);
  });
}

} // namespace heddle::texture
