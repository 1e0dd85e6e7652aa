// Coordinates along one axis of a texture: which texels, and how much of each.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

constexpr std::int32_t kOutside = -1; // a texel beyond the border

// Besides the modes of the API: texels outside are told by their numbers.
constexpr std::uint32_t TextureAddressUnlimited = TextureAddressBorder + 1;

// The texel of a coordinate, point sampled.
std::int32_t nearestTexel(float coordinate, std::uint32_t extent, std::uint32_t mode,
                          bool normalized);

// The two texels around a coordinate, and the weight of the second in 256ths.
struct TexelPair {
  std::int32_t first, second;
  std::int32_t weight;
};
TexelPair texelsAround(float coordinate, std::uint32_t extent, std::uint32_t mode, bool normalized,
                       std::int32_t offset);

// A texel given by its number.
std::int32_t numberedTexel(std::int32_t index, std::uint32_t extent, std::uint32_t mode);

} // namespace heddle::texture
