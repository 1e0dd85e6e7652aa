// The functions on two or four numbers in a word, on values that saturate or change sign.
#include <crt/simd_functions.h>

#include <gtest/gtest.h>

namespace {

TEST(Simd, SumsSaturateOrWrap) {
  EXPECT_EQ(__vadd2(0xffff7fffu, 0x00010001u), 0x00008000u);
  EXPECT_EQ(__vaddss2(0x80007fffu, 0xffff0001u), 0x80007fffu);
  EXPECT_EQ(__vaddus4(0xff01fe00u, 0x01010500u), 0xff02ff00u);
  EXPECT_EQ(__vsub4(0x00010203u, 0x01010101u), 0xff000102u);
  EXPECT_EQ(__vsubus2(0x00010005u, 0x00020003u), 0x00000002u);
  EXPECT_EQ(__vsubss4(0x80000000u, 0x01000000u), 0x80000000u);
}

TEST(Simd, SignsAndOrder) {
  EXPECT_EQ(__vabs4(0x80ff017fu), 0x8001017fu);
  EXPECT_EQ(__vabsss4(0x80ff017fu), 0x7f01017fu);
  EXPECT_EQ(__vneg2(0x00018000u), 0xffff8000u);
  EXPECT_EQ(__vnegss2(0x00018000u), 0xffff7fffu);
  EXPECT_EQ(__vmaxs2(0xffff0001u, 0x0000ffffu), 0x00000001u);
  EXPECT_EQ(__vmaxu2(0xffff0001u, 0x0000ffffu), 0xffffffffu);
  EXPECT_EQ(__vmins4(0x80010203u, 0x7f000304u), 0x80000203u);
  EXPECT_EQ(__vcmpgts2(0x0000ffffu, 0xffff0000u), 0xffff0000u);
  EXPECT_EQ(__vcmpgtu2(0x0000ffffu, 0xffff0000u), 0x0000ffffu);
  EXPECT_EQ(__vseteq4(0x01020304u, 0x01000300u), 0x01000100u);
}

TEST(Simd, DifferencesAndAverages) {
  EXPECT_EQ(__vsadu4(0xff000102u, 0x00ff0201u), 512u);
  EXPECT_EQ(__vsads2(0x8000ffffu, 0x7fff0001u), 65537u);
  EXPECT_EQ(__vabsdiffu4(0x10000005u, 0x00100003u), 0x10100002u);
  EXPECT_EQ(__vavgu4(0x01ff0003u, 0x02ff0004u), 0x02ff0004u);
  EXPECT_EQ(__vhaddu4(0x01ff0003u, 0x02ff0004u), 0x01ff0003u);
}

} // namespace
