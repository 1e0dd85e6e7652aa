// Anisotropic filtering: where a pixel covers a long strip of texels, several places along the
// strip are sampled, in a level that fits its width.
#pragma once

#include "ir/texture.h"
#include "texture/mipmap_levels.h"

#include <cstdint>

namespace heddle::texture {

// The places that one fetch samples in a two-dimensional texture, as an H200 takes them: in pairs
// around the middle, one width of the strip apart, and the outermost ones with less weight where
// the length of the strip is no even multiple of its width.
struct Footprint {
  unsigned count = 1;
  float level = 0;
  // From the middle, in the units of the coordinates.
  float x[TextureMostSamples + 1] = {}, y[TextureMostSamples + 1] = {};
  std::int32_t weight[TextureMostSamples + 1] = {}; // in 256ths
};
Footprint footprintOf(const Texture& texture, const TextureSampler& sampler, bool isNormalized,
                      const float* dx, const float* dy);

// With anisotropic filtering, a GPU blends two levels only in the middle between them.
LevelPair sharpened(LevelPair levels);

} // namespace heddle::texture
