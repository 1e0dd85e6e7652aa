#include "texture/levels.h"

#include <algorithm>
#include <cmath>

namespace heddle::texture {
namespace {

// The faces of a cube: which component is the largest, and which ones s and t run along.
struct CubeFace {
  unsigned axis;
  float sign;
  unsigned sAxis;
  float sSign;
  unsigned tAxis;
  float tSign;
};
constexpr CubeFace kFaces[] = {{0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1},
                               {1, -1, 0, 1, 2, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, -1, 1, -1}};

} // namespace

LevelPair levelsOf(const Texture& texture, const TextureSampler& sampler, float level) {
  const auto last = static_cast<float>(texture.levels - 1);
  level = std::clamp(level + sampler.levelBias, sampler.leastLevel,
                     std::max(sampler.leastLevel, sampler.mostLevel));
  level = level == level ? std::clamp(level, 0.0F, last) : 0;
  if (!sampler.linearLevel) {
    const auto nearest = static_cast<std::uint32_t>(level + 0.5F);
    return {nearest, nearest, 0};
  }
  const auto fixed = static_cast<std::uint32_t>(level * 256);
  const std::uint32_t first = fixed >> 8;
  return {first, std::min(first + 1, texture.levels - 1), static_cast<std::int32_t>(fixed & 255)};
}

float levelOfGradients(const Texture& texture, unsigned dimensions, const float* dx,
                       const float* dy) {
  const TextureLevel& base = texture.level[0];
  const float extents[] = {static_cast<float>(base.width), static_cast<float>(base.height),
                           static_cast<float>(base.depth)};
  // A pixel becomes a parallelogram of texels; what counts is the longer axis of the ellipse in it.
  float xx = 0, yy = 0, xy = 0;
  for (unsigned i = 0; i < dimensions; ++i) {
    const float x = dx[i] * extents[i], y = dy[i] * extents[i];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  const float longest = (xx + yy + std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy)) / 2;
  // The hardware comes to less where the axes are turned, by up to a sixth of a level.
  const float level = 0.5F * std::log2(longest) * 256;
  return (xy == 0 ? std::ceil(level) : std::nearbyint(level)) / 256;
}

// Of components of equal magnitude z comes first, then y.
CubePlace cubePlaceOf(float x, float y, float z) {
  const float direction[] = {x, y, z};
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  const unsigned axis = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0;
  const std::uint32_t number = 2 * axis + (direction[axis] >= 0 ? 0 : 1);
  const CubeFace& face = kFaces[number];
  const float largest = std::fabs(direction[axis]);
  if (largest == 0)
    return {number, 0.5F, 0.5F};
  return {number, (face.sSign * direction[face.sAxis] / largest + 1) / 2,
          (face.tSign * direction[face.tAxis] / largest + 1) / 2};
}

void crossEdge(std::uint32_t& face, std::int32_t& x, std::int32_t& y, std::uint32_t extent) {
  // The texel's centre in the plane of its face, as a direction.
  const auto size = static_cast<float>(extent);
  const float s = (2 * static_cast<float>(x) + 1) / size - 1;
  const float t = (2 * static_cast<float>(y) + 1) / size - 1;
  const CubeFace& plane = kFaces[face];
  float direction[3];
  direction[plane.axis] = plane.sign;
  direction[plane.sAxis] = plane.sSign * s;
  direction[plane.tAxis] = plane.tSign * t;
  const CubePlace place = cubePlaceOf(direction[0], direction[1], direction[2]);
  const auto texel = [&](float fraction) {
    return std::clamp(static_cast<std::int32_t>(fraction * size), 0,
                      static_cast<std::int32_t>(extent) - 1);
  };
  face = place.face;
  x = texel(place.s);
  y = texel(place.t);
}

} // namespace heddle::texture
