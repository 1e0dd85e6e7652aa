#include "texture/anisotropy.h"

#include "ir/texture_filtering.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heddle::texture {
namespace {

// The largest of the ratios that a GPU has which is not above the given one.
float mostRatio(unsigned samples) {
  constexpr unsigned kRatios[] = {16, 12, 8, 6, 4, 2, 1};
  return static_cast<float>(*std::ranges::find_if(
      kRatios, [&](unsigned ratio) { return ratio <= samples || ratio == 1; }));
}

// The ellipse that a step of one pixel makes of a circle, in texels.
struct Ellipse {
  float majorX, majorY, major, minor;
};
Ellipse ellipseOf(float ax, float ay, float bx, float by) {
  const float xx = ax * ax + bx * bx, yy = ay * ay + by * by, xy = ax * ay + bx * by;
  const float mean = (xx + yy) / 2;
  const float apart = std::sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
  const float angle = std::atan2(2 * xy, xx - yy) / 2;
  const float major = std::sqrt(mean + apart);
  return {std::cos(angle), std::sin(angle), major, std::sqrt(std::max(mean - apart, 0.0F))};
}

// Adds places with the given shares of the whole, so that their weights add up to all.
class Places {
public:
  Places(Footprint& footprint, float stepX, float stepY)
      : footprint_(footprint), stepX_(stepX), stepY_(stepY) {
    footprint.count = 0;
  }
  void add(float steps, float share) {
    sum_ += share;
    const auto upTo = static_cast<std::int32_t>(std::lround(sum_ * kFullWeight));
    footprint_.x[footprint_.count] = steps * stepX_;
    footprint_.y[footprint_.count] = steps * stepY_;
    footprint_.weight[footprint_.count++] = upTo - given_;
    given_ = upTo;
  }

private:
  Footprint& footprint_;
  const float stepX_, stepY_;
  float sum_ = 0;
  std::int32_t given_ = 0;
};

} // namespace

Footprint footprintOf(const Texture& texture, const TextureSampler& sampler, bool isNormalized,
                      const float* dx, const float* dy) {
  const TextureLevel& base = texture.level[0];
  const auto width = static_cast<float>(base.width), height = static_cast<float>(base.height);
  const Ellipse ellipse = ellipseOf(dx[0] * width, dx[1] * height, dy[0] * width, dy[1] * height);
  Footprint footprint;
  footprint.weight[0] = kFullWeight;
  const float most = mostRatio(sampler.mostSamples);
  // No level has finer texels than the first.
  const float thin = std::max({ellipse.minor, ellipse.major / most, 1.0F});
  footprint.level = std::log2(thin);
  const float ratio = ellipse.major / thin;
  if (!(ratio > 1) || !std::isfinite(ratio))
    return footprint;
  Places places(footprint, ellipse.majorX * thin / (isNormalized ? width : 1),
                ellipse.majorY * thin / (isNormalized ? height : 1));
  if (ratio < 2) {
    const float outer = (ratio - 1) / ratio;
    places.add(-0.5F, outer);
    places.add(0, (2 - ratio) / ratio);
    places.add(0.5F, outer);
    return footprint;
  }
  const auto pairs = static_cast<unsigned>(std::ceil(ratio / 2));
  const float outer = (ratio / 2 - static_cast<float>(pairs - 1)) / ratio;
  for (unsigned i = 0; i < 2 * pairs; ++i)
    places.add(static_cast<float>(i) - static_cast<float>(pairs) + 0.5F,
               i == 0 || i == 2 * pairs - 1 ? outer : 1 / ratio);
  return footprint;
}

LevelPair sharpened(LevelPair levels) {
  levels.weight = std::clamp(levels.weight * 3 / 2 - kFullWeight / 4, 0, kFullWeight);
  if (levels.weight == kFullWeight)
    return {levels.second, levels.second, 0};
  return levels;
}

} // namespace heddle::texture
