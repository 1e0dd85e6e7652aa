// Integer arithmetic, carry chains and bit fields against C++.
#include "harness.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;

const std::uint32_t kValues[] = {
    0,    1,      2,      3,      7,          31,         32,         33,         0x7f,      0x80,
    0xff, 0x7fff, 0x8000, 0xffff, 0x12345678, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
const std::uint64_t kValues64[] = {0,
                                   1,
                                   5,
                                   63,
                                   64,
                                   0x7fffffff,
                                   0x80000000,
                                   0xffffffff,
                                   0x123456789abcdef0,
                                   0x7fffffffffffffff,
                                   0x8000000000000000,
                                   0xffffffffffffffff};

template <typename Expected> void each32(const char* code, Expected expected) {
  Snippet snippet(code);
  for (std::uint32_t a : kValues)
    for (std::uint32_t b : kValues)
      EXPECT_EQ(snippet(a, b), static_cast<std::uint32_t>(expected(a, b)))
          << code << " " << a << " " << b;
}
template <typename Expected> void each64(const char* code, Expected expected) {
  Snippet snippet(code, Widths{.d = 64, .a = 64, .b = 64});
  for (std::uint64_t a : kValues64)
    for (std::uint64_t b : kValues64)
      EXPECT_EQ(snippet(a, b), static_cast<std::uint64_t>(expected(a, b)))
          << code << " " << a << " " << b;
}
template <typename Expected> void each16(const char* code, Expected expected) {
  Snippet snippet(code, Widths{.d = 16, .a = 16, .b = 16});
  for (std::uint32_t a : kValues)
    for (std::uint32_t b : kValues)
      EXPECT_EQ(snippet(a & 0xffff, b & 0xffff),
                static_cast<std::uint16_t>(
                    expected(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b))))
          << code << " " << a << " " << b;
}

using I = std::int32_t;
using U = std::uint32_t;
using L = std::int64_t;
using UL = std::uint64_t;
using W = __int128;
using UW = unsigned __int128;

TEST(Integer, AddSubtract) {
  each32("add.s32 %d, %a, %b;", [](U a, U b) { return a + b; });
  each32("sub.u32 %d, %a, %b;", [](U a, U b) { return a - b; });
  each64("add.u64 %d, %a, %b;", [](UL a, UL b) { return a + b; });
  each16("sub.s16 %d, %a, %b;", [](U a, U b) { return a - b; });
  auto saturated = [](L x) { return static_cast<U>(std::clamp<L>(x, INT_MIN, INT_MAX)); };
  each32("add.sat.s32 %d, %a, %b;", [&](U a, U b) { return saturated(L{I(a)} + I(b)); });
  each32("sub.sat.s32 %d, %a, %b;", [&](U a, U b) { return saturated(L{I(a)} - I(b)); });
}

TEST(Integer, Multiply) {
  each32("mul.lo.s32 %d, %a, %b;", [](U a, U b) { return a * b; });
  each32("mul.hi.s32 %d, %a, %b;", [](U a, U b) { return (L{I(a)} * I(b)) >> 32; });
  each32("mul.hi.u32 %d, %a, %b;", [](U a, U b) { return (UL{a} * b) >> 32; });
  each64("mul.hi.u64 %d, %a, %b;", [](UL a, UL b) { return (UW{a} * b) >> 64; });
  each64("mul.hi.s64 %d, %a, %b;", [](UL a, UL b) { return (W{L(a)} * L(b)) >> 64; });
  each16("mul.hi.s16 %d, %a, %b;",
         [](U a, U b) { return (std::int16_t(a) * std::int16_t(b)) >> 16; });
  Snippet wide("mul.wide.s32 %d, %a, %b;", Widths{.d = 64});
  Snippet wideUnsigned("mul.wide.u32 %d, %a, %b;", Widths{.d = 64});
  for (U a : kValues)
    for (U b : kValues) {
      EXPECT_EQ(wide(a, b), UL(L{I(a)} * I(b)));
      EXPECT_EQ(wideUnsigned(a, b), UL{a} * b);
    }
  auto low24 = [](U x) { return I(x << 8) >> 8; };
  each32("mul24.lo.s32 %d, %a, %b;", [&](U a, U b) { return L{low24(a)} * low24(b); });
  each32("mul24.hi.s32 %d, %a, %b;", [&](U a, U b) { return (L{low24(a)} * low24(b)) >> 16; });
  each32("mul24.hi.u32 %d, %a, %b;",
         [](U a, U b) { return (UL{a & 0xffffff} * (b & 0xffffff)) >> 16; });
}

TEST(Integer, MultiplyAdd) {
  Snippet lo("mad.lo.s32 %d, %a, %b, %c;");
  Snippet hi("mad.hi.u32 %d, %a, %b, %c;");
  Snippet sat("mad.hi.sat.s32 %d, %a, %b, %c;");
  Snippet wide("mad.wide.s32 %d, %a, %b, %c;", Widths{.d = 64, .c = 64});
  for (U a : kValues)
    for (U b : {U{3}, U{0x80000000}, U{0x7fffffff}})
      for (U c : {U{0}, U{5}, U{0xffffffff}, U{0x7ffffff0}}) {
        EXPECT_EQ(lo(a, b, c), U(a * b + c));
        EXPECT_EQ(hi(a, b, c), U((UL{a} * b >> 32) + c));
        EXPECT_EQ(sat(a, b, c),
                  U(std::clamp<L>(((L{I(a)} * I(b)) >> 32) + I(c), INT_MIN, INT_MAX)));
        EXPECT_EQ(wide(a, b, c), UL(L{I(a)} * I(b) + L{c}));
      }
}

TEST(Integer, DivideNeverTraps) {
  each32("div.u32 %d, %a, %b;", [](U a, U b) { return b == 0 ? ~U{0} : a / b; });
  each32("rem.u32 %d, %a, %b;", [](U a, U b) { return b == 0 ? ~U{0} : a % b; });
  each32("div.s32 %d, %a, %b;", [](U a, U b) -> U { return b == 0 ? ~U{0} : U(L{I(a)} / I(b)); });
  each32("rem.s32 %d, %a, %b;", [](U a, U b) -> U { return b == 0 ? ~U{0} : U(L{I(a)} % I(b)); });
  each64("div.s64 %d, %a, %b;",
         [](UL a, UL b) -> UL { return b == 0 ? ~UL{0} : UL(W{L(a)} / L(b)); });
  each64("rem.u64 %d, %a, %b;", [](UL a, UL b) { return b == 0 ? ~UL{0} : a % b; });
  each16("div.s16 %d, %a, %b;",
         [](U a, U b) -> U { return b == 0 ? ~U{0} : U(std::int16_t(a) / std::int16_t(b)); });
}

TEST(Integer, MinMaxAbsSad) {
  each32("min.s32 %d, %a, %b;", [](U a, U b) { return std::min(I(a), I(b)); });
  each32("max.u32 %d, %a, %b;", [](U a, U b) { return std::max(a, b); });
  each64("max.s64 %d, %a, %b;", [](UL a, UL b) { return std::max(L(a), L(b)); });
  each32("max.relu.s32 %d, %a, %b;", [](U a, U b) { return std::max({I(a), I(b), 0}); });
  each32("abs.s32 %d, %a;", [](U a, U) { return I(a) < 0 ? -a : a; });
  each32("neg.s32 %d, %a;", [](U a, U) { return -a; });
  each32("min.u16x2 %d, %a, %b;", [](U a, U b) {
    return std::min(a & 0xffff, b & 0xffff) | std::min(a >> 16, b >> 16) << 16;
  });
  each32("add.s16x2 %d, %a, %b;",
         [](U a, U b) { return ((a + b) & 0xffff) | ((a >> 16) + (b >> 16)) << 16; });
  Snippet sad("sad.s32 %d, %a, %b, %c;");
  for (U a : kValues)
    for (U b : kValues)
      EXPECT_EQ(sad(a, b, 9), U(std::abs(L{I(a)} - I(b)) + 9));
}

TEST(Integer, DotProducts) {
  Snippet mixed("dp4a.s32.u32 %d, %a, %b, %c;");
  Snippet high("dp2a.hi.s32.s32 %d, %a, %b, %c;");
  for (U a : kValues)
    for (U b : kValues) {
      U sum = 11, sum2 = 11;
      for (int i = 0; i < 4; ++i)
        sum += U(I(std::int8_t(a >> 8 * i)) * I(std::uint8_t(b >> 8 * i)));
      for (int i = 0; i < 2; ++i)
        sum2 += U(I(std::int16_t(a >> 16 * i)) * I(std::int8_t(b >> (16 + 8 * i))));
      EXPECT_EQ(mixed(a, b, 11), sum);
      EXPECT_EQ(high(a, b, 11), sum2);
    }
}

TEST(Carry, ChainsOfAddition) {
  // 64-bit sums and differences in two halves.
  Snippet add("{ .reg .b32 %x<6>; mov.b64 {%x0,%x1}, %a; mov.b64 {%x2,%x3}, %b;"
              "add.cc.u32 %x4, %x0, %x2; addc.u32 %x5, %x1, %x3; mov.b64 %d, {%x4,%x5}; }",
              Widths{.d = 64, .a = 64, .b = 64});
  Snippet sub("{ .reg .b32 %x<6>; mov.b64 {%x0,%x1}, %a; mov.b64 {%x2,%x3}, %b;"
              "sub.cc.u32 %x4, %x0, %x2; subc.u32 %x5, %x1, %x3; mov.b64 %d, {%x4,%x5}; }",
              Widths{.d = 64, .a = 64, .b = 64});
  for (UL a : kValues64)
    for (UL b : kValues64) {
      EXPECT_EQ(add(a, b), a + b);
      EXPECT_EQ(sub(a, b), a - b);
    }
}

TEST(Carry, CarryGoesThroughAddcCc) {
  Snippet carry(
      "{ .reg .b32 %x; add.cc.u32 %x, %a, %b; addc.cc.u32 %x, %a, %b; addc.u32 %d, 0, 0; }");
  for (U a : kValues)
    for (U b : kValues) {
      UL first = UL{a} + b;
      UL second = UL{a} + b + (first >> 32);
      EXPECT_EQ(carry(a, b), second >> 32);
    }
}

TEST(Carry, MultiplyAdd) {
  Snippet wide("{ .reg .b32 %lo, %hi; mad.lo.cc.u32 %lo, %a, %b, %c; madc.hi.u32 %hi, %a, %b, 0;"
               "mov.b64 %d, {%lo,%hi}; }",
               Widths{.d = 64});
  for (U a : kValues)
    for (U b : kValues)
      EXPECT_EQ(wide(a, b, 0xfffffff0), UL{a} * b + 0xfffffff0);
}

TEST(Bits, Counting) {
  each32("popc.b32 %d, %a;", [](U a, U) { return std::popcount(a); });
  each32("clz.b32 %d, %a;", [](U a, U) { return std::countl_zero(a); });
  each32("bfind.u32 %d, %a;", [](U a, U) { return 31 - std::countl_zero(a); });
  each32("bfind.s32 %d, %a;", [](U a, U) { return 31 - std::countl_zero(I(a) < 0 ? ~a : a); });
  each32("bfind.shiftamt.u32 %d, %a;", [](U a, U) { return a == 0 ? -1 : std::countl_zero(a); });
  each32("brev.b32 %d, %a;", [](U a, U) { return __builtin_bitreverse32(a); });
  Snippet popc("popc.b64 %d, %a;", Widths{.a = 64});
  Snippet find("bfind.s64 %d, %a;", Widths{.a = 64});
  for (UL a : kValues64) {
    EXPECT_EQ(popc(a), U(std::popcount(a)));
    EXPECT_EQ(find(a), U(63 - std::countl_zero(L(a) < 0 ? ~a : a)));
  }
}

// The manual's own loops. It has positions and lengths up to 255; of more GPUs take the lowest byte
// in the 32-bit forms, and all of it in the 64-bit ones.
UL bfe(UL a, U b, U c, unsigned msb, bool isSignedType) {
  UL mask = msb == 31 ? 0xff : ~U{0};
  UL pos = b & mask, len = c & mask;
  UL sign = !isSignedType || len == 0 ? 0 : a >> std::min<UL>(pos + len - 1, msb) & 1;
  UL d = 0;
  for (U i = 0; i <= msb; ++i)
    d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign) << i;
  return d;
}
UL bfi(UL a, UL b, U c, U d, unsigned msb) {
  UL mask = msb == 31 ? 0xff : ~U{0};
  UL pos = c & mask, len = d & mask;
  UL f = b;
  for (UL i = 0; i < len && pos + i <= msb; ++i)
    f = (f & ~(UL{1} << (pos + i))) | (a >> i & 1) << (pos + i);
  return f;
}

TEST(Bits, Fields) {
  Snippet u32("bfe.u32 %d, %a, %b, %c;"), s32("bfe.s32 %d, %a, %b, %c;");
  Snippet u64("bfe.u64 %d, %a, %b, %c;", Widths{.d = 64, .a = 64});
  Snippet s64("bfe.s64 %d, %a, %b, %c;", Widths{.d = 64, .a = 64});
  Snippet insert("bfi.b32 %d, %a, -252645136, %b, %c;");
  Snippet insert64("bfi.b64 %d, %a, 123456789, %b, %c;", Widths{.d = 64, .a = 64});
  for (U b : {0U, 1U, 5U, 30U, 31U, 32U, 40U, 63U, 64U, 255U, 256U + 3U})
    for (U c : {0U, 1U, 8U, 31U, 32U, 33U, 63U, 64U, 65U, 255U}) {
      for (U a : {0U, 0x80000001U, 0xdeadbeefU, 0xffffffffU}) {
        EXPECT_EQ(u32(a, b, c), bfe(a, b, c, 31, false)) << a << " " << b << " " << c;
        EXPECT_EQ(s32(a, b, c), U(bfe(a, b, c, 31, true))) << a << " " << b << " " << c;
        EXPECT_EQ(insert(a, b, c), U(bfi(a, 0xf0f0f0f0U, b, c, 31))) << a << " " << b << " " << c;
      }
      for (UL a : {0UL, 0x8000000000000001UL, 0xdeadbeefcafebabeUL}) {
        EXPECT_EQ(u64(a, b, c), bfe(a, b, c, 63, false)) << a << " " << b << " " << c;
        EXPECT_EQ(s64(a, b, c), bfe(a, b, c, 63, true)) << a << " " << b << " " << c;
        EXPECT_EQ(insert64(a, b, c), bfi(a, 123456789, b, c, 63)) << a << " " << b << " " << c;
      }
    }
}

TEST(Bits, MasksAndExtension) {
  each32("bmsk.clamp.b32 %d, %a, %b;", [](U a, U b) {
    U mask = b >= 32 ? ~U{0} : (U{1} << b) - 1;
    return a >= 32 ? 0 : mask << a;
  });
  each32("bmsk.wrap.b32 %d, %a, %b;",
         [](U a, U b) { return ((U{1} << (b & 31)) - 1) << (a & 31); });
  each32("szext.clamp.s32 %d, %a, %b;", [](U a, U b) -> U {
    U n = std::min(b, 32U);
    return n == 0 ? 0 : U(I(a << (32 - n)) >> (32 - n));
  });
  each32("szext.wrap.u32 %d, %a, %b;", [](U a, U b) { return a & ((U{1} << (b & 31)) - 1); });
  Snippet fns("fns.b32 %d, %a, %b, %c;");
  EXPECT_EQ(fns(0b101100, 2, 0), 2U);
  EXPECT_EQ(fns(0b101100, 0, 2), 3U);
  EXPECT_EQ(fns(0b101100, 5, U(-2)), 3U);
  EXPECT_EQ(fns(0b101100, 5, 2), 0xffffffffU);
}

} // namespace
} // namespace heddle::ptx::testing
