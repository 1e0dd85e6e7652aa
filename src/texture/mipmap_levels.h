// The mipmap levels that a level of detail stands for.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

// The two levels around a level of detail. `weight` is that of the second, in 256ths.
struct LevelPair {
  std::uint32_t first, second;
  std::int32_t weight;
};
LevelPair levelsOf(const Texture& texture, const TextureSampler& sampler, float level);

// The level of detail at which a step of one pixel is a step of one texel.
float levelOfGradients(const Texture& texture, unsigned dimensions, const float* dx,
                       const float* dy);

} // namespace heddle::texture
