#include "texture/axis.h"

#include <algorithm>
#include <cmath>

namespace heddle::texture {
namespace {

// The hardware keeps eight bits of a coordinate's fraction.
constexpr std::uint32_t kFractionBits = 8;
constexpr std::int32_t kSteps = 1 << kFractionBits;

// Normalised coordinates are rounded down to multiples of this before they are scaled.
constexpr double kStep = 0x1p-21;

// Beyond every extent, and far from the end of what an int32 with a fraction holds.
constexpr double kFarthest = 1 << 22;

// Repeated and mirrored coordinates are brought to the first period before they are scaled.
double inTexels(float coordinate, std::uint32_t extent, std::uint32_t mode, bool normalized) {
  const bool repeats = mode == TextureAddressWrap || mode == TextureAddressMirror;
  if (std::fabs(coordinate) < 0x1p-126F || coordinate != coordinate ||
      (repeats && std::isinf(coordinate)))
    return 0;
  if (!normalized)
    return coordinate;
  double fraction = std::floor(coordinate / kStep) * kStep;
  if (mode == TextureAddressWrap)
    fraction -= std::floor(fraction);
  else if (mode == TextureAddressMirror)
    fraction -= 2 * std::floor(fraction / 2);
  return fraction * extent;
}

// In parts of a texel.
std::int32_t floorOf(double texels, std::int32_t parts = 1) {
  const double near = std::clamp(texels, -kFarthest, kFarthest);
  return static_cast<std::int32_t>(std::floor(near * parts));
}

} // namespace

std::int32_t numberedTexel(std::int32_t index, std::uint32_t extent, std::uint32_t mode) {
  const auto count = static_cast<std::int32_t>(extent);
  if (index >= 0 && index < count)
    return index;
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
    return kOutside;
  default:
    return index < 0 ? 0 : count - 1;
  }
}

std::int32_t nearestTexel(float coordinate, std::uint32_t extent, std::uint32_t mode,
                          bool normalized) {
  return numberedTexel(floorOf(inTexels(coordinate, extent, mode, normalized)), extent, mode);
}

TexelPair texelsAround(float coordinate, std::uint32_t extent, std::uint32_t mode, bool normalized,
                       std::int32_t offset) {
  const double place = inTexels(coordinate, extent, mode, normalized) - 0.5;
  const std::int32_t fixed = floorOf(place + 0.5 / kSteps, kSteps);
  const std::int32_t first = (fixed >> kFractionBits) + offset;
  return {numberedTexel(first, extent, mode), numberedTexel(first + 1, extent, mode),
          fixed & (kSteps - 1)};
}

} // namespace heddle::texture
