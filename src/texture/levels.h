// Which level of a mipmapped texture, and which face of a cube.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

// The two levels of a level of detail, and the weight of the second in 256ths.
struct LevelPair {
  std::uint32_t first, second;
  std::int32_t weight;
};
LevelPair levelsOf(const Texture& texture, const TextureSampler& sampler, float level);

// The level of detail at which a step of one pixel is a step of one texel.
float levelOfGradients(const Texture& texture, unsigned dimensions, const float* dx,
                       const float* dy);

// Where a direction meets the cube: a face, and a place on it from 0 to 1.
struct CubePlace {
  std::uint32_t face;
  float s, t;
};
CubePlace cubePlaceOf(float x, float y, float z);

// A texel beyond one edge of its face becomes the one on the face next to it.
void crossEdge(std::uint32_t& face, std::int32_t& x, std::int32_t& y, std::uint32_t extent);

} // namespace heddle::texture
