// Coordinates in the widest textures, and far outside of them.
#include "ir/texture_addressing.h"
#include "ir/texture_filtering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace heddle;
using namespace heddle::texture;

namespace {

template <typename... Arguments> TexelPair around(Arguments... arguments) {
  TexelPair pair;
  texelsAround(pair, arguments...);
  return pair;
}

} // namespace

TEST(TextureAddressModesTest, WideTexturesAreFilteredToTheirEnd) {
  for (const std::int32_t texel : {0, 4095, 4096, 5000, 65535, 131070}) {
    const auto place = static_cast<float>(texel);
    const TexelPair between = around(place + 1, 131072, TextureAddressClamp, false, 0);
    EXPECT_EQ(between.first, texel);
    EXPECT_EQ(between.second, texel + 1);
    EXPECT_EQ(between.weight, 128);
    EXPECT_EQ(nearestTexel(place + 0.5F, 131072, TextureAddressClamp, false), texel);
  }
}

TEST(TextureAddressModesTest, FarAwayIsOutside) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float far : {1e9F, 1e30F, kInfinity}) {
    EXPECT_EQ(around(far, 131072, TextureAddressClamp, false, 0).first, 131071);
    EXPECT_EQ(around(-far, 131072, TextureAddressClamp, false, 0).second, 0);
    EXPECT_EQ(around(far, 131072, TextureAddressBorder, false, 0).first, kOutside);
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
      EXPECT_EQ(around(place, 2048, TextureAddressClamp, normalized).weight, 0) << outside;
      EXPECT_NE(around(place, 2048, TextureAddressWrap, normalized).weight, 0) << outside;
    }
}

// Coordinates in texels are rounded in floats. Doubles, in which no step rounds, have to agree.
TEST(TextureAddressModesTest, PositionsOfTexelsAreExact) {
  constexpr std::int32_t kFarthest = static_cast<std::int32_t>(kFarthestTexel) * kFractionSteps;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> near(-3, 3000);
  const auto check = [&](float coordinate, std::uint32_t mode) {
    const double position = toTexels(coordinate, 1, mode, false) - 0.5 + 0.5 / kFractionSteps;
    EXPECT_EQ(std::clamp(positionOfTexels(coordinate, mode), -kFarthest, kFarthest),
              toFixedPoint(position, kFractionSteps))
        << std::hexfloat << coordinate << " in mode " << mode;
  };
  for (const std::uint32_t mode : {TextureAddressClamp, TextureAddressWrap}) {
    for (int i = 0; i < 20000; ++i) {
      check(std::bit_cast<float>(static_cast<std::uint32_t>(random())), mode);
      check(near(random), mode);
    }
    for (std::int32_t step = -2000; step < 2000; ++step)
      for (const float next : {-1e30F, 0.F, 1e30F})
        check(std::nextafter(static_cast<float>(step) / (2 * kFractionSteps), next), mode);
  }
}

// Kernels find clamped texels in fewer steps than the sampler.
TEST(TextureAddressModesTest, ClampedTexelsAreThoseOfTheSampler) {
  constexpr std::uint32_t kStep = 65521; // a prime number, so that all bits vary
  for (const std::uint32_t extent : {1U, 2U, 1000U})
    for (std::uint64_t bits = 0; bits <= UINT32_MAX; bits += kStep)
      for (const bool normalized : {false, true}) {
        const float place = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        const TexelPair quick = around(place, extent, TextureAddressClamp, normalized);
        const TexelPair exact = around(place, extent, TextureAddressClamp, normalized, 0);
        ASSERT_EQ(quick.first, exact.first) << std::hex << bits;
        ASSERT_EQ(quick.second, exact.second) << std::hex << bits;
        ASSERT_EQ(quick.weight, exact.weight) << std::hex << bits;
      }
}

TEST(TextureFilteringTest, RealWeightsAreThoseOfTheSampler) {
  for (std::int32_t x = 0; x < kFullWeight; ++x)
    for (std::int32_t y = 0; y < kFullWeight; ++y) {
      const Corners exact(kFullWeight, x, y);
      const RealCorners real(x, y);
      ASSERT_EQ(real.lowerLeft, exact.lowerLeft) << x << " " << y;
      ASSERT_EQ(real.lowerRight, exact.lowerRight) << x << " " << y;
      ASSERT_EQ(real.upperLeft, exact.upperLeft) << x << " " << y;
      ASSERT_EQ(real.upperRight, exact.upperRight) << x << " " << y;
    }
}
