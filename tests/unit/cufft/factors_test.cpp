// The arithmetic behind the choice of an algorithm.
#include "cufft/factors.h"
#include "cufft/roots_of_unity.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>

namespace heddle::cufft {
namespace {

TEST(CufftFactors, RadicesMultiplyToTheLength) {
  for (std::uint64_t length = 1; length <= 5000; ++length)
    if (isSmooth(length)) {
      const auto radices = radicesOf(length);
      EXPECT_EQ(
          std::accumulate(radices.begin(), radices.end(), std::uint64_t{1}, std::multiplies<>()),
          length);
      const auto [rows, columns] = balancedFactors(length);
      EXPECT_EQ(rows * columns, length);
      EXPECT_LE(rows, columns);
      const auto [filledRows, filledColumns] = fourStepFactors(length, 8);
      EXPECT_EQ(filledRows * filledColumns, length);
    }
}

TEST(CufftFactors, LargePrimesAreNotSmooth) {
  EXPECT_TRUE(isSmooth(61 * 64));
  EXPECT_FALSE(isSmooth(67));
  EXPECT_FALSE(isSmooth(2 * 1009));
}

TEST(CufftFactors, BalancedFactorsOfPowersOfTwo) {
  EXPECT_EQ(balancedFactors(1 << 20), std::pair(std::uint64_t{1024}, std::uint64_t{1024}));
  EXPECT_EQ(balancedFactors(1 << 11), std::pair(std::uint64_t{32}, std::uint64_t{64}));
}

TEST(CufftFactors, GroupsOfColumnsAndRowsAreFilled) {
  using Factors = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(fourStepFactors(1 << 20, 16), Factors(1024, 1024));
  EXPECT_EQ(fourStepFactors(768, 16), Factors(16, 48)); // not 24 and 32
  EXPECT_EQ(fourStepFactors(400, 16), Factors(16, 25)); // not 20 and 20
  EXPECT_EQ(fourStepFactors(240, 16), Factors(15, 16)); // nothing else is as near
  EXPECT_EQ(fourStepUse(768, 16), 1);
  EXPECT_LT(fourStepUse(400, 16), 1);
}

TEST(CufftFactors, ConvolutionsAreLongEnoughAndSmooth) {
  for (std::uint64_t least = 1; least < 3000; ++least) {
    EXPECT_GE(convolutionLength(least), least);
    EXPECT_TRUE(isSmooth(convolutionLength(least)));
  }
}

TEST(CufftRoots, AreExactToTheLastBits) {
  for (const std::uint64_t order : {1U, 2U, 3U, 7U, 8U, 12U, 100U, 1021U})
    for (std::uint64_t index = 0; index < 2 * order; ++index) {
      const long double angle = -2 * std::numbers::pi_v<long double> *
                                static_cast<long double>(index) / static_cast<long double>(order);
      const std::complex<double> root = rootOfUnity(index, order);
      EXPECT_NEAR(root.real(), static_cast<double>(std::cos(angle)), 2.3e-16);
      EXPECT_NEAR(root.imag(), static_cast<double>(std::sin(angle)), 2.3e-16);
    }
}

TEST(CufftRoots, QuartersAreExact) {
  EXPECT_EQ(rootOfUnity(1, 4), std::complex<double>(0, -1));
  EXPECT_EQ(rootOfUnity(2, 4), std::complex<double>(-1, 0));
  EXPECT_EQ(rootOfUnity(3, 4), std::complex<double>(0, 1));
}

} // namespace
} // namespace heddle::cufft
