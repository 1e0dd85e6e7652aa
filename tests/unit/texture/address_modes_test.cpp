// Coordinates in the widest textures, and far outside of them.
#include "ir/texture_addressing.h"

#include <gtest/gtest.h>

#include <limits>

using namespace heddle;
using namespace heddle::texture;

TEST(TextureAddressModesTest, WideTexturesAreFilteredToTheirEnd) {
  for (const std::int32_t texel : {0, 4095, 4096, 5000, 65535, 131070}) {
    const auto place = static_cast<float>(texel);
    const TexelPair between = texelsAround(place + 1, 131072, TextureAddressClamp, false, 0);
    EXPECT_EQ(between.first, texel);
    EXPECT_EQ(between.second, texel + 1);
    EXPECT_EQ(between.weight, 128);
    EXPECT_EQ(nearestTexel(place + 0.5F, 131072, TextureAddressClamp, false), texel);
  }
}

TEST(TextureAddressModesTest, FarAwayIsOutside) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float far : {1e9F, 1e30F, kInfinity}) {
    EXPECT_EQ(texelsAround(far, 131072, TextureAddressClamp, false, 0).first, 131071);
    EXPECT_EQ(texelsAround(-far, 131072, TextureAddressClamp, false, 0).second, 0);
    EXPECT_EQ(texelsAround(far, 131072, TextureAddressBorder, false, 0).first, kOutside);
    EXPECT_EQ(nearestTexel(far, 131072, TextureAddressBorder, false), kOutside);
    EXPECT_EQ(nearestTexel(-far, 131072, TextureAddressBorder, false), kOutside);
  }
}

// A GPU drops the fraction there, which changes how the products of weights are rounded in three
// dimensions.
TEST(TextureAddressModesTest, ClampedCoordinatesHaveNoFraction) {
  for (const float outside : {-3.3F, 0.37F, 2047.7F, 3000.1F})
    for (const bool normalized : {false, true}) {
      const float place = normalized ? outside / 2048 : outside;
      EXPECT_EQ(texelsAround(place, 2048, TextureAddressClamp, normalized).weight, 0) << outside;
      EXPECT_NE(texelsAround(place, 2048, TextureAddressWrap, normalized).weight, 0) << outside;
    }
}
