// The software arithmetic of the reference interpreter against the host's, in every rounding mode.
#include "soft_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <random>
#include <vector>

namespace heddle::reference {
namespace {

struct Mode {
  Rounding rounding;
  int host;
};
constexpr Mode kModes[] = {{Rounding::NearestEven, FE_TONEAREST},
                           {Rounding::Zero, FE_TOWARDZERO},
                           {Rounding::Down, FE_DOWNWARD},
                           {Rounding::Up, FE_UPWARD}};

template <typename Float, typename Word> struct Numbers {
  std::mt19937_64 random{7};
  // Edges, and numbers near each other so that sums cancel and products underflow.
  Float next() {
    constexpr int kFraction = sizeof(Word) == 4 ? 23 : 52;
    constexpr Word kBias = sizeof(Word) == 4 ? 127 : 1023;
    std::uint64_t choice = random();
    Word fraction = static_cast<Word>(random()) & ((Word{1} << kFraction) - 1);
    if (choice & 1)
      fraction &= static_cast<Word>(random() & random() & random());
    if ((choice & 6) == 0)
      fraction = 0;
    Word exponent = 0;
    switch (choice >> 3 & 7) {
    case 0:
      exponent = 0;
      break;
    case 1:
      exponent = 2 * kBias;
      break;
    case 2:
      exponent = 1 + (choice >> 8) % 60;
      break;
    case 3:
      exponent = kBias / 2 + (choice >> 8) % 30;
      break;
    case 4:
      exponent = (choice >> 8) % 16 == 0 ? 2 * kBias + 1 : kBias;
      break;
    default:
      exponent = static_cast<Word>(kBias - 30 + (choice >> 8) % 60);
    }
    Word bits = (static_cast<Word>(choice >> 63) << (sizeof(Word) * 8 - 1)) |
                exponent << kFraction | fraction;
    return std::bit_cast<Float>(bits);
  }
};

template <typename Float, typename Word> void compareWithHost(const Format& format) {
  Numbers<Float, Word> numbers;
  auto bitsOf = [](Float x) { return std::uint64_t{std::bit_cast<Word>(x)}; };
  for (int i = 0; i < 60000; ++i) {
    volatile Float a = numbers.next(), b = numbers.next(), c = numbers.next();
    Number x = unpack(format, bitsOf(a)), y = unpack(format, bitsOf(b)),
           z = unpack(format, bitsOf(c));
    for (const Mode& mode : kModes) {
      std::fesetround(mode.host);
      volatile Float expected[] = {a + b,        a * b,       a / b, std::fma(a, b, c),
                                   std::sqrt(a), std::rint(a)};
      std::fesetround(FE_TONEAREST);
      Number results[] = {add(x, y, mode.rounding),
                          multiply(x, y),
                          divide(x, y),
                          add(multiply(x, y), z, mode.rounding),
                          squareRoot(x),
                          roundToIntegral(x, mode.rounding)};
      for (int k = 0; k < 6; ++k) {
        std::uint64_t got = pack(format, results[k], mode.rounding);
        Float host = expected[k];
        if (std::isnan(host))
          ASSERT_TRUE(isNan(format, got)) << k;
        else
          ASSERT_EQ(got, bitsOf(host)) << "operation " << k << " mode " << mode.host
                                       << std::hexfloat << " of " << a << ", " << b << ", " << c;
      }
    }
    if (!std::isnan(a) && !std::isnan(b))
      ASSERT_EQ(compare(x, y), a < b ? -1 : a > b ? 1 : 0);
  }
}

TEST(ReferenceSoftFloat, SingleLikeTheHost) {
  compareWithHost<float, std::uint32_t>(kSingle);
}

TEST(ReferenceSoftFloat, DoubleLikeTheHost) {
  compareWithHost<double, std::uint64_t>(kDouble);
}

TEST(ReferenceSoftFloat, NarrowingLikeTheHost) {
  Numbers<double, std::uint64_t> doubles;
  for (int i = 0; i < 60000; ++i) {
    volatile double a = doubles.next();
    if (std::isnan(a))
      continue;
    Number x = unpack(kDouble, std::bit_cast<std::uint64_t>(double(a)));
    for (const Mode& mode : kModes) {
      std::fesetround(mode.host);
      volatile float narrow = static_cast<float>(a);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(pack(kSingle, x, mode.rounding), std::bit_cast<std::uint32_t>(float(narrow)));
    }
  }
}

TEST(ReferenceSoftFloat, EveryHalfThereAndBack) {
  for (std::uint64_t bits = 0; bits < 65536; ++bits) {
    if (isNan(kHalf, bits))
      continue;
    auto half = std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits));
    std::uint64_t wide = pack(kSingle, unpack(kHalf, bits), Rounding::NearestEven);
    ASSERT_EQ(wide, std::bit_cast<std::uint32_t>(static_cast<float>(half)));
    ASSERT_EQ(pack(kHalf, unpack(kSingle, wide), Rounding::Zero), bits);
  }
}

TEST(ReferenceSoftFloat, IntegersStayInRange) {
  EXPECT_EQ(toInteger(unpack(kDouble, std::bit_cast<std::uint64_t>(-3.99)), -128, 127), -3);
  EXPECT_EQ(toInteger(unpack(kDouble, std::bit_cast<std::uint64_t>(1e300)), -128, 127), 127);
  EXPECT_EQ(toInteger(unpack(kDouble, std::bit_cast<std::uint64_t>(-1e300)), -128, 127), -128);
  EXPECT_EQ(toInteger(unpack(kDouble, std::bit_cast<std::uint64_t>(1e-300)), -128, 127), 0);
}

} // namespace
} // namespace heddle::reference
