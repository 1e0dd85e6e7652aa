// Logic, shifts, byte permutation.
#include "harness.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
using UL = std::uint64_t;

const U kAmounts[] = {0, 1, 4, 15, 16, 17, 31, 32, 33, 63, 64, 65, 0x80000000, 0xffffffff};

TEST(Logic, ShiftsClamp) {
  Snippet left("shl.b32 %d, %a, %b;"), right("shr.u32 %d, %a, %b;"),
      arithmetic("shr.s32 %d, %a, %b;");
  Snippet left64("shl.b64 %d, %a, %b;", Widths{.d = 64, .a = 64});
  Snippet arithmetic64("shr.s64 %d, %a, %b;", Widths{.d = 64, .a = 64});
  Snippet left16("shl.b16 %d, %a, %b;", Widths{.d = 16, .a = 16});
  Snippet arithmetic16("shr.s16 %d, %a, %b;", Widths{.d = 16, .a = 16});
  for (U n : kAmounts)
    for (U a : {0x80000001U, 0x7fffffffU, 0xdeadbeefU}) {
      EXPECT_EQ(left(a, n), n > 31 ? 0 : a << n) << n;
      EXPECT_EQ(right(a, n), n > 31 ? 0 : a >> n) << n;
      EXPECT_EQ(arithmetic(a, n), U(int(a) >> (n > 31 ? 31 : n))) << n;
      UL wide = UL{a} << 32 | a;
      EXPECT_EQ(left64(wide, n), n > 63 ? 0 : wide << n) << n;
      EXPECT_EQ(arithmetic64(wide, n), UL(std::int64_t(wide) >> (n > 63 ? 63 : n))) << n;
      EXPECT_EQ(left16(a & 0xffff, n), n > 15 ? 0 : (a << n) & 0xffff) << n;
      EXPECT_EQ(arithmetic16(a & 0xffff, n), std::uint16_t(std::int16_t(a) >> (n > 15 ? 15 : n)))
          << n;
    }
}

TEST(Logic, FunnelShift) {
  Snippet leftWrap("shf.l.wrap.b32 %d, %a, %b, %c;"), leftClamp("shf.l.clamp.b32 %d, %a, %b, %c;");
  Snippet rightWrap("shf.r.wrap.b32 %d, %a, %b, %c;"),
      rightClamp("shf.r.clamp.b32 %d, %a, %b, %c;");
  U a = 0xdeadbeef, b = 0x12345678;
  UL both = UL{b} << 32 | a;
  for (U n : kAmounts) {
    U wrapped = n & 31, clamped = n > 32 ? 32 : n;
    EXPECT_EQ(leftWrap(a, b, n), U((both << wrapped) >> 32));
    EXPECT_EQ(leftClamp(a, b, n), U((both << clamped) >> 32));
    EXPECT_EQ(rightWrap(a, b, n), U(both >> wrapped));
    EXPECT_EQ(rightClamp(a, b, n), U(both >> clamped));
  }
}

TEST(Logic, Lop3AllTables) {
  // Patterns in which every combination of three bits occurs.
  const U a = 0xf0f0f0f0, b = 0xcccccccc, c = 0xaaaaaaaa;
  for (unsigned table = 0; table < 256; table += 1) {
    std::string code = fmt::format("lop3.b32 %d, %a, %b, %c, {};", table);
    U expected = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      unsigned row = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | (c >> bit & 1);
      expected |= (table >> row & 1) << bit;
    }
    if (table % 16 == 6 || table > 250 || table == 0x96 || table == 0xe8)
      EXPECT_EQ(Snippet(code)(a, b, c), expected) << table;
  }
}

TEST(Logic, PredicatesAndCnot) {
  Snippet both("and.pred %d, %a, !%b;", Widths{.d = 1, .a = 1, .b = 1});
  EXPECT_EQ(both(1, 0), 1U);
  EXPECT_EQ(both(1, 1), 0U);
  Snippet cnot("cnot.b32 %d, %a;");
  EXPECT_EQ(cnot(0), 1U);
  EXPECT_EQ(cnot(5), 0U);
}

TEST(Logic, PermuteDefault) {
  Snippet permute("prmt.b32 %d, %a, %b, %c;");
  auto expected = [](U a, U b, U c) {
    UL bytes = UL{b} << 32 | a;
    U d = 0;
    for (int i = 0; i < 4; ++i) {
      U selector = c >> 4 * i & 0xf;
      U byte = bytes >> 8 * (selector & 7) & 0xff;
      if (selector & 8)
        byte = byte & 0x80 ? 0xff : 0;
      d |= byte << 8 * i;
    }
    return d;
  };
  for (U c : {0x3210U, 0x7654U, 0x0123U, 0x5410U, 0xba98U, 0xfedcU, 0x89abU, 0x1111U})
    EXPECT_EQ(permute(0x80ff7f01, 0xdeadbeef, c), expected(0x80ff7f01, 0xdeadbeef, c)) << c;
}

TEST(Logic, PermuteModes) {
  // Bytes of a are 0..3, of b 4..7, so the result spells the selected indices; from the manual's
  // table, for control values 0 to 3.
  struct Row {
    const char* mode;
    U result[4];
  };
  const Row rows[] = {{"f4e", {0x03020100, 0x04030201, 0x05040302, 0x06050403}},
                      {"b4e", {0x05060700, 0x06070001, 0x07000102, 0x00010203}},
                      {"rc8", {0x00000000, 0x01010101, 0x02020202, 0x03030303}},
                      {"ecl", {0x03020100, 0x03020101, 0x03020202, 0x03030303}},
                      {"ecr", {0x00000000, 0x01010100, 0x02020100, 0x03020100}},
                      {"rc16", {0x01000100, 0x03020302, 0x01000100, 0x03020302}}};
  for (const Row& row : rows) {
    Snippet permute(fmt::format("prmt.b32.{} %d, %a, %b, %c;", row.mode));
    for (U control = 0; control < 4; ++control)
      EXPECT_EQ(permute(0x03020100, 0x07060504, control), row.result[control])
          << row.mode << " " << control;
  }
}

} // namespace
} // namespace heddle::ptx::testing
