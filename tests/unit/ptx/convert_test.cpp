// cvt: saturation, rounding to integers, widths.
#include "harness.h"

#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
using UL = std::uint64_t;
U bits(float x) {
  return std::bit_cast<U>(x);
}
UL bits(double x) {
  return std::bit_cast<UL>(x);
}
const float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

// Recorded on an H200. Subnormal numbers of bf16 and f32 have the same exponents.
TEST(Convert, FlushesSubnormalBrainFloats) {
  for (const char* rounding : {"rn", "rz", "rm", "rp"}) {
    Snippet narrow(fmt::format("cvt.{}.ftz.bf16.f32 %d, %a;", rounding), Widths{.d = 16});
    EXPECT_EQ(narrow(0x00000001), 0x0000U) << rounding;
    EXPECT_EQ(narrow(0x80000001), 0x8000U) << rounding;
    EXPECT_EQ(narrow(0x007fffff), 0x0000U) << rounding;
    EXPECT_EQ(narrow(0x807fffff), 0x8000U) << rounding;
    EXPECT_EQ(narrow(0x00800000), 0x0080U) << rounding;
  }
  Snippet kept("cvt.rp.bf16.f32 %d, %a;", Widths{.d = 16});
  EXPECT_EQ(kept(0x00000001), 0x0001U);
  Snippet wide("cvt.ftz.f32.bf16 %d, %a;", Widths{.a = 16});
  EXPECT_EQ(wide(0x007f), 0U);
  EXPECT_EQ(wide(0x807f), 0x80000000U);
  EXPECT_EQ(wide(0x0080), 0x00800000U);
}

TEST(Convert, FloatToIntegerSaturates) {
  Snippet s32("cvt.rzi.s32.f32 %d, %a;"), u32("cvt.rzi.u32.f32 %d, %a;");
  EXPECT_EQ(s32(bits(1e20f)), 0x7fffffffU);
  EXPECT_EQ(s32(bits(-1e20f)), 0x80000000U);
  EXPECT_EQ(s32(bits(kInf)), 0x7fffffffU);
  EXPECT_EQ(s32(bits(kNan)), 0U);
  EXPECT_EQ(s32(bits(-2.9f)), U(-2));
  EXPECT_EQ(u32(bits(-5.0f)), 0U);
  EXPECT_EQ(u32(bits(4e9f)), 4000000000U);
  EXPECT_EQ(u32(bits(1e20f)), 0xffffffffU);
  Snippet s64("cvt.rzi.s64.f64 %d, %a;", Widths{.d = 64, .a = 64});
  EXPECT_EQ(s64(bits(-1e300)), 0x8000000000000000U);
  EXPECT_EQ(s64(bits(1e15)), 1000000000000000U);
  // Narrow results are extended to the register's width by their own signedness.
  Snippet s8("cvt.rni.s8.f32 %d, %a;"), u8("cvt.rni.u8.f32 %d, %a;");
  EXPECT_EQ(s8(bits(-3.0f)), U(-3));
  EXPECT_EQ(s8(bits(1000.0f)), 127U);
  EXPECT_EQ(u8(bits(300.0f)), 255U);
}

// Zero, or the top bit alone where the source or the destination has 64 bits.
TEST(Convert, NotANumberToInteger) {
  const UL nan64 = bits(std::numeric_limits<double>::quiet_NaN());
  for (std::string_view sign : {"s", "u"})
    for (unsigned width : {8U, 16U, 32U, 64U}) {
      unsigned target = std::max(width, 16U);
      auto snippet = [&](unsigned from) {
        return Snippet(fmt::format("cvt.rzi.{}{}.f{} %d, %a;", sign, width, from),
                       Widths{.d = target, .a = from});
      };
      UL top = UL(1) << (width - 1);
      if (width == 8)
        top = sign == "s" ? 0xff80 : 0x80;
      EXPECT_EQ(snippet(16)(0x7fff), width == 64 ? top : 0) << sign << width;
      EXPECT_EQ(snippet(32)(bits(kNan)), width == 64 ? top : 0) << sign << width;
      EXPECT_EQ(snippet(64)(nan64), top) << sign << width;
    }
}

TEST(Convert, RoundingToIntegers) {
  struct Row {
    const char* mode;
    float (*expected)(float);
  };
  const Row rows[] = {{"rni", [](float x) { return std::nearbyint(x); }},
                      {"rzi", [](float x) { return std::trunc(x); }},
                      {"rmi", [](float x) { return std::floor(x); }},
                      {"rpi", [](float x) { return std::ceil(x); }}};
  for (const Row& row : rows) {
    Snippet integer(fmt::format("cvt.{}.s32.f32 %d, %a;", row.mode));
    Snippet real(fmt::format("cvt.{}.f32.f32 %d, %a;", row.mode));
    for (float x : {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 2.3f, -2.7f, 0.0f, 1e6f}) {
      EXPECT_EQ(integer(bits(x)), U(int(row.expected(x)))) << row.mode << " " << x;
      EXPECT_EQ(real(bits(x)), bits(row.expected(x))) << row.mode << " " << x;
    }
  }
}

TEST(Convert, IntegerToInteger) {
  Snippet widen("cvt.s64.s32 %d, %a;", Widths{.d = 64});
  Snippet widenUnsigned("cvt.u64.u32 %d, %a;", Widths{.d = 64});
  Snippet byte("cvt.s32.s8 %d, %a;"), narrow("cvt.u8.u32 %d, %a;");
  EXPECT_EQ(widen(U(-5)), UL(-5));
  EXPECT_EQ(widenUnsigned(U(-5)), U(-5));
  EXPECT_EQ(byte(0x1280), U(-128));
  EXPECT_EQ(narrow(0x1234), 0x34U);
  Snippet sat8("cvt.sat.s8.s32 %d, %a;"), satUnsigned("cvt.sat.u16.s32 %d, %a;");
  Snippet satSigned("cvt.sat.s32.u32 %d, %a;");
  EXPECT_EQ(sat8(1000), 127U);
  EXPECT_EQ(sat8(U(-1000)), U(-128));
  EXPECT_EQ(satUnsigned(U(-1)), 0U);
  EXPECT_EQ(satUnsigned(70000), 65535U);
  EXPECT_EQ(satSigned(0xffffffff), 0x7fffffffU);
}

TEST(Convert, IntegerToFloat) {
  Snippet s32("cvt.rn.f32.s32 %d, %a;"), u32("cvt.rn.f32.u32 %d, %a;");
  EXPECT_EQ(s32(U(-16777217)), bits(-16777216.0f));
  EXPECT_EQ(u32(0xffffffff), bits(4294967296.0f));
  Snippet u64("cvt.rn.f64.u64 %d, %a;", Widths{.d = 64, .a = 64});
  EXPECT_EQ(u64(0xffffffffffffffff), bits(18446744073709551616.0));
  Snippet byte("cvt.rn.f32.u8 %d, %a;");
  EXPECT_EQ(byte(0x1ff), bits(255.0f));
}

TEST(Convert, FloatToFloat) {
  Snippet narrow("cvt.rn.f32.f64 %d, %a;", Widths{.a = 64});
  Snippet flushed("cvt.rn.ftz.f32.f64 %d, %a;", Widths{.a = 64});
  Snippet wide("cvt.f64.f32 %d, %a;", Widths{.d = 64});
  Snippet wideFlushed("cvt.ftz.f64.f32 %d, %a;", Widths{.d = 64});
  Snippet sat("cvt.sat.f32.f32 %d, %a;");
  EXPECT_EQ(narrow(bits(0.1)), bits(0.1f));
  EXPECT_EQ(narrow(bits(1e-40)), bits(1e-40f));
  EXPECT_EQ(flushed(bits(1e-40)), 0U);
  EXPECT_EQ(wide(bits(1e-40f)), bits(double(1e-40f)));
  EXPECT_EQ(wideFlushed(bits(1e-40f)), 0U);
  EXPECT_EQ(sat(bits(-3.0f)), 0U);
  EXPECT_EQ(sat(bits(3.0f)), bits(1.0f));
}

TEST(Convert, Pack) {
  Snippet halves("cvt.pack.sat.s16.s32 %d, %a, %b;");
  EXPECT_EQ(halves(100000, U(-3)), 0x7ffffffdU);
  Snippet bytes("cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;");
  EXPECT_EQ(bytes(300, U(-1), 0xabcd), 0xabcdff00U);
}

// Values of the 8-bit floats, from their definition.
double eightBits(unsigned bits, unsigned mantissa, int bias) {
  unsigned magnitude = bits & 0x7f, fraction = magnitude & ((1U << mantissa) - 1);
  int exponent = static_cast<int>(magnitude >> mantissa);
  double value = exponent == 0 ? std::ldexp(fraction, 1 - bias - static_cast<int>(mantissa))
                               : std::ldexp(fraction + (1U << mantissa),
                                            exponent - bias - static_cast<int>(mantissa));
  return (bits & 0x80) != 0 ? -value : value;
}

TEST(Convert, EightBitFloats) {
  struct Format {
    const char* name;
    unsigned mantissa;
    int bias;
    unsigned largest;
  };
  for (const Format& format : {Format{"e4m3", 3, 7, 0x7e}, Format{"e5m2", 2, 15, 0x7b}}) {
    Snippet pack(fmt::format("cvt.rn.satfinite.{}x2.f32 %d, %a, %b;", format.name),
                 Widths{.d = 16});
    Snippet packRelu(fmt::format("cvt.rn.satfinite.relu.{}x2.f32 %d, %a, %b;", format.name),
                     Widths{.d = 16});
    Snippet packHalf(fmt::format("cvt.rn.satfinite.{}x2.f16x2 %d, %a;", format.name),
                     Widths{.d = 16});
    Snippet unpack(fmt::format("cvt.rn.f16x2.{}x2 %d, %a;", format.name), Widths{.a = 16});
    for (unsigned code = 0; code <= format.largest; ++code) {
      double value = eightBits(code, format.mantissa, format.bias);
      U single = bits(static_cast<float>(value));
      // Exactly itself, from either side of the pair.
      EXPECT_EQ(pack(single, bits(-static_cast<float>(value))), code << 8 | code | 0x80) << code;
      U half = std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
      EXPECT_EQ(unpack(code << 8 | code | 0x80), half << 16 | half | 0x8000) << code;
      EXPECT_EQ(packHalf(half << 16 | half | 0x8000), code << 8 | code | 0x80) << code;
      EXPECT_EQ(packRelu(single, bits(-static_cast<float>(value))), code << 8) << code;
      if (code == format.largest)
        break;
      // Half way to the next goes to the even one; a little more goes up.
      auto middle =
          static_cast<float>((value + eightBits(code + 1, format.mantissa, format.bias)) / 2);
      U even = code & 1 ? code + 1 : code;
      EXPECT_EQ(pack(bits(middle), bits(std::nextafter(middle, kInf))), even << 8 | (code + 1));
    }
    EXPECT_EQ(pack(bits(kInf), bits(-1e30f)), format.largest << 8 | format.largest | 0x80);
    EXPECT_EQ(pack(bits(kNan), bits(1e-30f)), 0x7f00U);
  }
  Snippet e4m3("cvt.rn.f16x2.e4m3x2 %d, %a;", Widths{.a = 16});
  EXPECT_EQ(e4m3(0x7f00), 0x7fff0000U);
  Snippet e5m2("cvt.rn.f16x2.e5m2x2 %d, %a;", Widths{.a = 16});
  EXPECT_EQ(e5m2(0x7c7f), 0x7c007fffU);
}

// The carry out of the random bits and what is cut off; at 0 as if cut off, at all ones as if
// rounded up whenever any of the highest bits that are cut off is set.
TEST(Convert, StochasticHalves) {
  Snippet half("cvt.rs.f16x2.f32 %d, %a, %a, %b;"), brain("cvt.rs.bf16x2.f32 %d, %a, %a, %b;");
  U quarter = bits(1 + 1.0f / 4096); // a quarter of the way from 1 to the next half
  EXPECT_EQ(half(quarter, 0x17ff1800), 0x3c003c01U);
  EXPECT_EQ(half(quarter, 0xf7fff800), 0x3c003c01U); // three bits of each half do not count
  EXPECT_EQ(half(bits(-1 - 1.0f / 4096), 0x1800), 0xbc00bc01U);
  U step = bits(1 + 1.0f / 512); // a quarter of the way, among bfloats
  EXPECT_EQ(brain(step, 0xbfffc000), 0x3f803f81U);
  // Subnormal results: 2^-24 is the smallest half; three quarters of it.
  EXPECT_EQ(half(bits(std::ldexp(0.75f, -24)), 0x07ff0800), 0x00000001U);
  EXPECT_EQ(half(bits(std::ldexp(1.0f, -24)), 0), 0x00010001U);
  EXPECT_EQ(half(bits(std::ldexp(1.0f, -60)), 0x1fff1fff), 0U);
  EXPECT_EQ(brain(1, 0xffff0000), 0x00010000U); // the smallest float of all
  // Overflow.
  Snippet limited("cvt.rs.satfinite.f16x2.f32 %d, %a, %a, %b;");
  EXPECT_EQ(half(bits(65519.0f), 0x1fff0000), 0x7c007bffU);
  EXPECT_EQ(limited(bits(-1e9f), 0x1fff0000), 0xfbfffbffU);
  EXPECT_EQ(limited(bits(kInf)), 0x7bff7bffU);
  EXPECT_EQ(half(bits(-kInf)), 0xfc00fc00U);
  EXPECT_EQ(half(bits(kNan)), 0x7fff7fffU);
  Snippet relu("cvt.rs.relu.satfinite.bf16x2.f32 %d, %a, %c, %b;");
  EXPECT_EQ(relu(bits(-1.0f), 0, bits(2.0f)), 0x00004000U);
}

TEST(Convert, StochasticQuads) {
  struct Format {
    const char* name;
    unsigned mantissa;
    unsigned one; // 1.0
    unsigned stride;
    unsigned largest;
    unsigned nan;
    std::array<unsigned, 4> random; // first bit of each, the lowest element first
  };
  constexpr std::array<unsigned, 4> kBytes = {0, 8, 16, 24}, kTurned = {0, 16, 8, 24};
  for (const Format& format : {Format{"e4m3", 3, 0x38, 8, 0x7e, 0x7f, kBytes},
                               Format{"e5m2", 2, 0x3c, 8, 0x7b, 0x7f, kBytes},
                               Format{"e2m3", 3, 0x08, 8, 0x1f, 0x1f, kBytes},
                               Format{"e3m2", 2, 0x0c, 8, 0x1f, 0x1f, kBytes},
                               Format{"e2m1", 1, 0x2, 4, 0x7, 0x7, kTurned}}) {
    Snippet quad(fmt::format("{{ .reg .f32 %f<1>; mov.f32 %f0, 0f3f800000; "
                             "cvt.rs.satfinite.{}x4.f32 %d, {{%a, %f0, %c, "
                             "%f0}}, %b; }}",
                             format.name),
                 Widths{.d = 4 * format.stride});
    auto wanted = [&](unsigned a, unsigned b, unsigned e, unsigned f) {
      return UL{((a << format.stride | b) << format.stride | e) << format.stride | f};
    };
    // 5/16 of a step beyond 1: 80 of 256 have to be exceeded.
    float value = 1 + std::ldexp(5.0f / 16, -static_cast<int>(format.mantissa));
    U below = 175, from = 176;
    U one = format.one;
    EXPECT_EQ(quad(bits(value), from << format.random[3] | below << format.random[1], bits(value)),
              wanted(one + 1, one, one, one));
    EXPECT_EQ(quad(bits(value), below << format.random[3] | from << format.random[1], bits(-value)),
              wanted(one, one,
                     (one + 1) | 1U << (format.stride == 8 && format.nan == 0x7f ? 7
                                        : format.stride == 8                     ? 5
                                                                                 : 3),
                     one));
    EXPECT_EQ(quad(bits(kNan), 0, bits(1e30f)), wanted(format.nan, one, format.largest, one));
    EXPECT_EQ(quad(bits(kInf), 0xffffffff, bits(0.0f)), wanted(format.largest, one, 0, one));
  }
}

} // namespace
} // namespace heddle::ptx::testing
