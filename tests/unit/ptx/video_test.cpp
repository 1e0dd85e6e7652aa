// Video instructions.
#include "harness.h"

#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

using U = std::uint32_t;

TEST(Video, ScalarPartsAndSaturation) {
  Snippet add("vadd.s32.s32.u32 %d, %a.b1, %b.h0;");
  EXPECT_EQ(add(0x0000ff00, 0x00010005), 4U); // -1 + 5
  Snippet sat("vsub.u32.u32.u32.sat %d, %a, %b;");
  EXPECT_EQ(sat(3, 9), 0U);
  Snippet merge("vadd.u32.u32.u32.sat %d.b2, %a, %b, %c;");
  EXPECT_EQ(merge(200, 100, 0x11223344), 0x11ff3344U);
  Snippet second("vabsdiff.u32.s32.s32.add %d, %a, %b, %c;");
  EXPECT_EQ(second(U(-5), 7, 100), 112U);
  Snippet min("vmin.s32.s32.s32 %d, %a, %b;");
  EXPECT_EQ(min(U(-5), 7), U(-5));
}

TEST(Video, ShiftsMadAndSet) {
  Snippet left("vshl.u32.u32.u32.clamp %d, %a, %b;"), wrap("vshr.s32.s32.u32.wrap %d, %a, %b;");
  EXPECT_EQ(left(1, 40), 0U);
  EXPECT_EQ(left(3, 4), 48U);
  EXPECT_EQ(wrap(0x80000000, 33), 0xc0000000U);
  Snippet mad("vmad.s32.s32.s32 %d, %a.h0, -%b.h1, %c;"),
      scaled("vmad.s32.s32.s32.sat.shr7 %d, %a, %b, %c;");
  EXPECT_EQ(mad(0xfffe, 0x00030000, 10), 16U); // -(-2 * 3) + 10
  EXPECT_EQ(scaled(1000, 1000, 0), 1000000U >> 7);
  Snippet set("vset.u32.u32.lt %d, %a, %b;");
  EXPECT_EQ(set(1, 2), 1U);
  EXPECT_EQ(set(2, 1), 0U);
}

TEST(Video, Lanes) {
  Snippet difference("vabsdiff4.u32.u32.u32 %d, %a, %b, %c;");
  EXPECT_EQ(difference(0x10ff0005, 0x20010009, 0), 0x10fe0004U);
  Snippet sum("vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;");
  EXPECT_EQ(sum(0x10ff0005, 0x20010009, 1), 1U + 0x10 + 0xfe + 4);
  Snippet add("vadd2.s32.s32.s32.sat %d, %a, %b, %c;");
  EXPECT_EQ(add(0x7fff8000, 0x00018000, 0), 0x7fff8000U);
  Snippet masked("vadd4.u32.u32.u32 %d.b20, %a, %b, %c;");
  EXPECT_EQ(masked(0x01010101, 0x01010101, 0xaabbccdd), 0xaa02cc02U);
  Snippet swapped("vsub2.s32.s32.s32 %d, %a.h01, %b.h32, %c;");
  EXPECT_EQ(swapped(0x00050009, 0x00010002, 0), 0x00080003U);
  Snippet average("vavrg4.u32.u32.u32 %d, %a, %b, %c;");
  EXPECT_EQ(average(0x01ff0002, 0x02ff0103, 0), 0x02ff0103U);
  Snippet compared("vset2.s32.s32.gt %d, %a, %b, %c;");
  EXPECT_EQ(compared(0xffff0005, 0x00000003, 0), 0x00000001U);
}

} // namespace
} // namespace heddle::ptx::testing
