#include "texture/mipmap_levels.h"

#include "ir/texture_filtering.h"

#include <algorithm>
#include <cmath>

namespace heddle::texture {
LevelPair levelsOf(const Texture& texture, const TextureSampler& sampler, float level) {
  const auto last = static_cast<float>(texture.levels - 1);
  level = std::clamp(level + sampler.levelBias, sampler.leastLevel,
                     std::max(sampler.leastLevel, sampler.mostLevel));
  level = std::isnan(level) ? 0 : std::clamp(level, 0.0F, last);
  if (!sampler.linearLevel) {
    // Halves go up, as on a GPU; the level is not negative here.
    const auto nearest = static_cast<std::uint32_t>(std::floor(level + 0.5F));
    return {nearest, nearest, 0};
  }
  const auto fixed = static_cast<std::uint32_t>(level * kFullWeight);
  const std::uint32_t first = fixed / kFullWeight;
  return {first, std::min(first + 1, texture.levels - 1),
          static_cast<std::int32_t>(fixed % kFullWeight)};
}

float levelOfGradients(const Texture& texture, unsigned dimensions, const float* dx,
                       const float* dy) {
  const TextureLevel& base = texture.level[0];
  const float extents[] = {static_cast<float>(base.width), static_cast<float>(base.height),
                           static_cast<float>(base.depth)};
  // One pixel covers a parallelogram of texels. The level is that of the longer axis of the ellipse
  // inside it.
  float xx = 0, yy = 0, xy = 0;
  for (unsigned i = 0; i < dimensions; ++i) {
    const float x = dx[i] * extents[i], y = dy[i] * extents[i];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  const float longest = (xx + yy + std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy)) / 2;
  // Where the axes are rotated, a GPU's result is smaller by up to a sixth of a level.
  const float level = 0.5F * std::log2(longest) * kFullWeight;
  return (xy == 0 ? std::ceil(level) : std::nearbyint(level)) / kFullWeight;
}

} // namespace heddle::texture
