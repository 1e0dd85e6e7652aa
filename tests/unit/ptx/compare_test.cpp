// set, setp, selp, slct.
#include "harness.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
U bits(float x) {
  return std::bit_cast<U>(x);
}
const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInf = std::numeric_limits<float>::infinity();

TEST(Compare, Integers) {
  struct Row {
    const char* name;
    std::function<bool(U, U)> expected;
  };
  const Row rows[] = {
      {"eq.s32", [](U a, U b) { return a == b; }},
      {"ne.b32", [](U a, U b) { return a != b; }},
      {"lt.s32", [](U a, U b) { return int(a) < int(b); }},
      {"le.s32", [](U a, U b) { return int(a) <= int(b); }},
      {"gt.u32", [](U a, U b) { return a > b; }},
      {"ge.u32", [](U a, U b) { return a >= b; }},
      {"lo.u32", [](U a, U b) { return a < b; }},
      {"ls.u32", [](U a, U b) { return a <= b; }},
      {"hi.u32", [](U a, U b) { return a > b; }},
      {"hs.u32", [](U a, U b) { return a >= b; }},
  };
  for (const Row& row : rows) {
    Snippet snippet(fmt::format("setp.{} %d|%e, %a, %b;", row.name), Widths{.d = 1});
    for (U a : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU})
      for (U b : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
        EXPECT_EQ(snippet(a, b), U(row.expected(a, b))) << row.name << " " << a << " " << b;
        EXPECT_EQ(snippet.second(), U(!row.expected(a, b))) << row.name;
      }
  }
}

TEST(Compare, Floats) {
  struct Row {
    const char* name;
    std::function<bool(float, float)> ordered;
    bool whenNan;
  };
  const Row rows[] = {
      {"eq", [](float a, float b) { return a == b; }, false},
      {"ne", [](float a, float b) { return a != b; }, false},
      {"lt", [](float a, float b) { return a < b; }, false},
      {"le", [](float a, float b) { return a <= b; }, false},
      {"gt", [](float a, float b) { return a > b; }, false},
      {"ge", [](float a, float b) { return a >= b; }, false},
      {"equ", [](float a, float b) { return a == b; }, true},
      {"neu", [](float a, float b) { return a != b; }, true},
      {"ltu", [](float a, float b) { return a < b; }, true},
      {"leu", [](float a, float b) { return a <= b; }, true},
      {"gtu", [](float a, float b) { return a > b; }, true},
      {"geu", [](float a, float b) { return a >= b; }, true},
      {"num", [](float, float) { return true; }, false},
      {"nan", [](float, float) { return false; }, true},
  };
  const float values[] = {0.0f, -0.0f, 1.0f, -2.5f, kInf, -kInf, kNan};
  for (const Row& row : rows) {
    Snippet snippet(fmt::format("setp.{}.f32 %d, %a, %b;", row.name), Widths{.d = 1});
    for (float a : values)
      for (float b : values) {
        bool unordered = std::isnan(a) || std::isnan(b);
        EXPECT_EQ(snippet(bits(a), bits(b)), U(unordered ? row.whenNan : row.ordered(a, b)))
            << row.name << " " << a << " " << b;
      }
  }
}

TEST(Compare, FlushedInputs) {
  Snippet plain("setp.eq.f32 %d, %a, 0f00000000;", Widths{.d = 1});
  Snippet flushed("setp.eq.ftz.f32 %d, %a, 0f00000000;", Widths{.d = 1});
  EXPECT_EQ(plain(1), 0U); // the smallest subnormal
  EXPECT_EQ(flushed(1), 1U);
}

TEST(Compare, BooleanCombination) {
  Snippet conjunction("setp.lt.and.s32 %d|%e, %a, %b, %c;", Widths{.d = 1, .c = 1});
  Snippet exclusive("setp.lt.xor.s32 %d|%e, %a, %b, !%c;", Widths{.d = 1, .c = 1});
  for (U c : {0U, 1U})
    for (U a : {1U, 9U}) {
      bool less = a < 5;
      EXPECT_EQ(conjunction(a, 5, c), U(less && c));
      EXPECT_EQ(conjunction.second(), U(!less && c));
      EXPECT_EQ(exclusive(a, 5, c), U(less != !c));
      EXPECT_EQ(exclusive.second(), U(!less != !c));
    }
}

TEST(Compare, SetSelpSlct) {
  Snippet ones("set.gt.u32.s32 %d, %a, %b;"), real("set.gt.f32.s32 %d, %a, %b;");
  EXPECT_EQ(ones(3, 2), 0xffffffffU);
  EXPECT_EQ(ones(2, 3), 0U);
  EXPECT_EQ(real(3, 2), bits(1.0f));
  Snippet select("selp.b64 %d, %a, %b, %c;", Widths{.d = 64, .a = 64, .b = 64, .c = 1});
  EXPECT_EQ(select(10, 20, 1), 10U);
  EXPECT_EQ(select(10, 20, 0), 20U);
  Snippet bySign("slct.u32.s32 %d, %a, %b, %c;"), byFloat("slct.u32.f32 %d, %a, %b, %c;");
  EXPECT_EQ(bySign(1, 2, 0), 1U);
  EXPECT_EQ(bySign(1, 2, 0x80000000), 2U);
  EXPECT_EQ(byFloat(1, 2, bits(-0.0f)), 1U);
  EXPECT_EQ(byFloat(1, 2, bits(kNan)), 2U);
  EXPECT_EQ(byFloat(1, 2, bits(-1.0f)), 2U);
}

TEST(Compare, PackedHalves) {
  Snippet lanes("setp.lt.f16x2 %d|%e, %a, %b;", Widths{.d = 1});
  // low lane 1 < 2, high lane 2 < 1
  EXPECT_EQ(lanes(0x40003c00, 0x3c004000), 1U);
  EXPECT_EQ(lanes.second(), 0U);
  Snippet set("set.lt.f16x2.f16x2 %d, %a, %b;");
  EXPECT_EQ(set(0x40003c00, 0x3c004000), 0x00003c00U);
}

} // namespace
} // namespace heddle::ptx::testing
