// f16 and bf16.
#include "harness.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
U bits(float x) {
  return std::bit_cast<U>(x);
}
U half(float x) {
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x));
}
float value(std::uint64_t h) {
  return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(h)));
}
const Widths kHalf{.d = 16, .a = 16, .b = 16, .c = 16};

TEST(Half, Arithmetic) {
  Snippet add("add.f16 %d, %a, %b;", kHalf), mul("mul.rn.f16 %d, %a, %b;", kHalf);
  Snippet fma("fma.rn.f16 %d, %a, %b, %c;", kHalf), sub("sub.sat.f16 %d, %a, %b;", kHalf);
  for (float a : {0.0f, 1.0f, -2.5f, 0.1f, 60000.0f, 6e-8f})
    for (float b : {1.0f, -0.75f, 33.0f, 0.003f}) {
      float x = value(half(a)), y = value(half(b));
      EXPECT_EQ(add(half(a), half(b)), half(x + y));
      EXPECT_EQ(mul(half(a), half(b)), half(x * y));
      EXPECT_EQ(fma(half(a), half(b), half(0.5f)),
                half(static_cast<float>(std::fma(double(x), double(y), 0.5))));
      EXPECT_EQ(sub(half(a), half(b)), half(std::fmin(std::fmax(x - y, 0.0f), 1.0f)));
    }
}

TEST(Half, FusedRoundsOnce) {
  // 1.0009766 * 1.0009766 = 1.0019541 lies just above a midpoint once the product is exact.
  Snippet fma("fma.rn.f16 %d, %a, %b, %c;", kHalf);
  std::uint64_t a = 0x3c01;
  double exact = double(value(a)) * value(a) + value(0x0001);
  _Float16 expected = static_cast<_Float16>(exact);
  EXPECT_EQ(fma(a, a, 0x0001), std::bit_cast<std::uint16_t>(expected));
}

TEST(Half, PackedLanesAreIndependent) {
  Snippet add("add.f16x2 %d, %a, %b;"), neg("neg.f16x2 %d, %a;"), abs("abs.f16x2 %d, %a;");
  U a = half(3.0f) << 16 | half(1.0f), b = half(-5.0f) << 16 | half(0.5f);
  EXPECT_EQ(add(a, b), half(-2.0f) << 16 | half(1.5f));
  EXPECT_EQ(neg(a), half(-3.0f) << 16 | half(-1.0f));
  EXPECT_EQ(abs(b), half(5.0f) << 16 | half(0.5f));
}

TEST(Half, MinMaxAndFlush) {
  Snippet max("max.f16 %d, %a, %b;", kHalf), maxNan("max.NaN.f16 %d, %a, %b;", kHalf);
  EXPECT_EQ(max(half(1.0f), 0x7e00), half(1.0f));
  EXPECT_EQ(maxNan(half(1.0f), 0x7e00), 0x7fffU);
  Snippet flush("add.ftz.f16 %d, %a, %b;", kHalf);
  EXPECT_EQ(flush(0x0001, 0x0000), 0U);
  Snippet relu("fma.rn.relu.f16 %d, %a, %b, %c;", kHalf);
  EXPECT_EQ(relu(half(-1.0f), half(2.0f), 0), 0U);
}

TEST(Half, Conversions) {
  Snippet narrow("cvt.rn.f16.f32 %d, %a;", Widths{.d = 16});
  Snippet zero("cvt.rz.f16.f32 %d, %a;", Widths{.d = 16});
  Snippet up("cvt.rp.f16.f32 %d, %a;", Widths{.d = 16});
  Snippet wide("cvt.f32.f16 %d, %a;", Widths{.a = 16});
  Snippet fromDouble("cvt.rn.f16.f64 %d, %a;", Widths{.d = 16, .a = 64});
  Snippet fromInteger("cvt.rn.f16.s32 %d, %a;", Widths{.d = 16});
  Snippet toInteger("cvt.rzi.s32.f16 %d, %a;", Widths{.a = 16});
  EXPECT_EQ(narrow(bits(0.1f)), half(0.1f));
  EXPECT_EQ(narrow(bits(1e6f)), 0x7c00U);
  EXPECT_EQ(narrow(0x7fc00000), 0x7fffU);
  EXPECT_EQ(zero(bits(1e6f)), 0x7bffU);
  EXPECT_EQ(zero(bits(-0.1f)), half(-0.1f) - (value(half(-0.1f)) < -0.1f ? 1 : 0));
  EXPECT_EQ(up(bits(1e-9f)), 1U);
  EXPECT_EQ(wide(half(-2.5f)), bits(-2.5f));
  // Just above the midpoint of 1 and the next half: rounding through float first would go down.
  double x = 1.0 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(fromDouble(std::bit_cast<std::uint64_t>(x)), 0x3c01U);
  EXPECT_EQ(fromInteger(U(-7)), half(-7.0f));
  EXPECT_EQ(toInteger(half(-7.9f)), U(-7));
}

TEST(Half, Brain) {
  auto brain = [](float x) { return bits(x) >> 16; }; // exact values only
  Snippet narrow("cvt.rn.bf16.f32 %d, %a;", Widths{.d = 16});
  Snippet zero("cvt.rz.bf16.f32 %d, %a;", Widths{.d = 16});
  Snippet wide("cvt.f32.bf16 %d, %a;", Widths{.a = 16});
  EXPECT_EQ(narrow(0x3f808000), 0x3f80U); // a tie goes to even
  EXPECT_EQ(narrow(0x3f818000), 0x3f82U);
  EXPECT_EQ(narrow(0x3f808001), 0x3f81U);
  EXPECT_EQ(narrow(0x7f800001), 0x7fffU);
  EXPECT_EQ(zero(0x3f80ffff), 0x3f80U);
  EXPECT_EQ(wide(brain(-3.5f)), bits(-3.5f));
  Snippet add("add.bf16 %d, %a, %b;", kHalf), fma("fma.rn.bf16x2 %d, %a, %b, %c;");
  EXPECT_EQ(add(brain(1.5f), brain(2.0f)), brain(3.5f));
  U two = brain(2.0f) << 16 | brain(2.0f), one = brain(1.0f) << 16 | brain(1.0f);
  EXPECT_EQ(fma(two, two, one), brain(5.0f) << 16 | brain(5.0f));
  Snippet pack("cvt.rn.bf16x2.f32 %d, %a, %b;");
  EXPECT_EQ(pack(bits(1.0f), bits(2.0f)), brain(1.0f) << 16 | brain(2.0f));
}

TEST(Half, Tf32) {
  Snippet away("cvt.rna.tf32.f32 %d, %a;");
  EXPECT_EQ(away(0x3f801000), 0x3f802000U);
  EXPECT_EQ(away(0x3f800fff), 0x3f800000U);
}

} // namespace
} // namespace heddle::ptx::testing
