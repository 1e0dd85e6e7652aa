// The places and weights of anisotropic filtering, compared with those of an H200.
#include "texture/anisotropy.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace heddle;
using namespace heddle::texture;

namespace {

Footprint footprint(unsigned mostSamples, float ax, float ay, float bx, float by) {
  static Texture texture{};
  texture.level[0].width = texture.level[0].height = 64;
  TextureSampler sampler{};
  sampler.mostSamples = static_cast<std::uint8_t>(mostSamples);
  const float dx[] = {ax / 64, ay / 64}, dy[] = {bx / 64, by / 64};
  return footprintOf(texture, sampler, true, dx, dy);
}

// The weight of the texel at a distance from the middle, in 65536ths.
float weightAt(const Footprint& places, int texel) {
  float sum = 0;
  for (unsigned i = 0; i < places.count; ++i) {
    const float distance = std::abs(places.x[i] * 64 - static_cast<float>(texel));
    sum += std::max(0.0F, 1 - distance) * static_cast<float>(places.weight[i]) * 256;
  }
  return sum;
}

TEST(AnisotropyTest, WeightsOfTexelsAlongAStrip) {
  struct Strip {
    float length;
    float weights[5]; // of the texel in the middle and the next ones
  };
  for (const Strip& strip :
       {Strip{1, {65536}}, Strip{1.5F, {43520, 11008}}, Strip{2, {32768, 16384}},
        Strip{2.5F, {26112, 16384, 3328}}, Strip{4, {16384, 16384, 8192}},
        Strip{5, {13056, 13056, 9856, 3328}}, Strip{8, {8192, 8192, 8192, 8192, 4096}}}) {
    const Footprint places = footprint(16, strip.length, 0, 0, 1);
    std::int32_t sum = 0;
    for (unsigned i = 0; i < places.count; ++i)
      sum += places.weight[i];
    EXPECT_EQ(sum, 256);
    for (int texel = 0; texel < 5; ++texel)
      EXPECT_NEAR(weightAt(places, texel), strip.weights[texel], 256) << strip.length;
  }
}

TEST(AnisotropyTest, TheLevelFitsTheWidthAndTheMostSamples) {
  EXPECT_FLOAT_EQ(footprint(16, 8, 0, 0, 2).level, 1);
  EXPECT_FLOAT_EQ(footprint(16, 4, 0, 0, 0.25F).level, 0);
  EXPECT_FLOAT_EQ(footprint(2, 16, 0, 0, 1).level, 3);
  // A GPU has no ratio of 3 or of 10.
  EXPECT_FLOAT_EQ(footprint(3, 16, 0, 0, 1).level, 3);
  EXPECT_FLOAT_EQ(footprint(10, 16, 0, 0, 1).level, 1);
  EXPECT_EQ(footprint(16, 0, 0, 0, 0).count, 1u);
  // Along a diagonal.
  const Footprint places = footprint(16, 3, 4, -0.8F, 0.6F);
  EXPECT_EQ(places.count, 6u);
  EXPECT_NEAR(places.x[5] * 64, 1.5F, 1e-4F);
  EXPECT_NEAR(places.y[5] * 64, 2, 1e-4F);
}

TEST(AnisotropyTest, LevelsAreBlendedInTheMiddleAlone) {
  EXPECT_EQ(sharpened({1, 2, 30}).weight, 0);
  EXPECT_EQ(sharpened({1, 2, 128}).weight, 128);
  EXPECT_EQ(sharpened({1, 2, 230}).first, 2u);
}

} // namespace
