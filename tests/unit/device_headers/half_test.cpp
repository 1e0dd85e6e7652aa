// The 16-bit types as host code, against the compiler's own.
#include "accuracy.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>

namespace {

using heddle::test::Random;

#if defined(__FLT16_MANT_DIG__)

unsigned short bitsOf(_Float16 x) {
  return std::bit_cast<unsigned short>(x);
}

TEST(Half, ToFloatExhaustively) {
  for (unsigned i = 0; i < 65536; ++i) {
    const auto bits = static_cast<unsigned short>(i);
    const float expected = static_cast<float>(std::bit_cast<_Float16>(bits));
    const float actual = __half2float(__ushort_as_half(bits));
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(actual)) << i;
    else
      EXPECT_EQ(std::bit_cast<unsigned>(actual), std::bit_cast<unsigned>(expected)) << i;
  }
}

TEST(Half, FromFloat) {
  Random random;
  for (int i = 0; i < 1000000; ++i) {
    const float x =
        i % 2 ? random.any<float>() : std::ldexp(random.uniform(-1.0f, 1.0f), i % 48 - 28);
    if (std::isnan(x)) {
      EXPECT_TRUE(__hisnan(__float2half(x)));
      continue;
    }
    EXPECT_EQ(__half_as_ushort(__float2half(x)), bitsOf(static_cast<_Float16>(x))) << x;
    const float down = __half2float(__float2half_rd(x));
    const float up = __half2float(__float2half_ru(x));
    const float zero = __half2float(__float2half_rz(x));
    EXPECT_LE(down, x);
    EXPECT_GE(up, x);
    EXPECT_LE(std::fabs(zero), std::fabs(x));
    EXPECT_EQ(zero, x > 0 ? down : up);
    if (down != x && std::isfinite(up) && std::isfinite(down))
      EXPECT_EQ(static_cast<float>(std::bit_cast<_Float16>(
                    static_cast<unsigned short>(bitsOf(static_cast<_Float16>(zero)) + 1))),
                x > 0 ? up : down);
  }
}

TEST(Half, FromDoubleRoundsOnce) {
  // Halfway between 1 and the next half, and a hair more: through float that hair is lost.
  const double tie = 1.0 + 0x1p-11;
  EXPECT_EQ(__half2float(__double2half(tie)), 1.0f);
  EXPECT_EQ(__half2float(__double2half(tie + 0x1p-40)), 1.0f + 0x1p-10f);
  EXPECT_EQ(__half2float(__double2half(-tie - 0x1p-40)), -1.0f - 0x1p-10f);
}

TEST(Half, Arithmetic) {
  Random random;
  for (int i = 0; i < 500000; ++i) {
    const auto a = static_cast<unsigned short>(random.next());
    const auto b = static_cast<unsigned short>(random.next());
    const __half x = __ushort_as_half(a), y = __ushort_as_half(b);
    const _Float16 p = std::bit_cast<_Float16>(a), q = std::bit_cast<_Float16>(b);
    auto same = [&](__half mine, _Float16 theirs) {
      return theirs != theirs ? __hisnan(mine) : __half_as_ushort(mine) == bitsOf(theirs);
    };
    EXPECT_TRUE(same(x + y, p + q)) << a << " " << b;
    EXPECT_TRUE(same(x - y, p - q)) << a << " " << b;
    EXPECT_TRUE(same(x * y, p * q)) << a << " " << b;
    EXPECT_TRUE(same(x / y, p / q)) << a << " " << b;
    EXPECT_EQ(x < y, p < q);
    EXPECT_EQ(x == y, p == q);
    EXPECT_EQ(__hltu(x, y), !(p >= q));
  }
}

#endif

TEST(Half, FusedMultiplyAddRoundsOnce) {
  // 2049/2048 squared ends in a tie that the addend decides.
  const __half a(1.0f + 0x1p-10f), tiny(0x1p-24f);
  const float product = (1.0f + 0x1p-10f) * (1.0f + 0x1p-10f); // 1 + 2^-9 + 2^-20
  EXPECT_EQ((float)__hfma(a, a, tiny), 1.0f + 0x1p-9f);
  EXPECT_EQ((float)__hfma(a, a, __hneg(__half(product))), 0x1p-20f);
}

TEST(Bfloat, RoundsToNearestEven) {
  EXPECT_EQ(__bfloat162float(__float2bfloat16(1.0f + 0x1p-8f)), 1.0f);
  EXPECT_EQ(__bfloat162float(__float2bfloat16(1.0f + 0x1p-8f + 0x1p-20f)), 1.0f + 0x1p-7f);
  EXPECT_EQ(__bfloat162float(__float2bfloat16(1.0f + 3 * 0x1p-8f)), 1.0f + 0x1p-6f);
  EXPECT_EQ(__bfloat162float(__float2bfloat16_rz(-1.99999f)), -1.9921875f);
  EXPECT_TRUE(__hisnan(__float2bfloat16(std::nanf(""))));
  EXPECT_EQ(__hisinf(__float2bfloat16(std::numeric_limits<float>::max())), 1);
  // The addend is far below the product's last place, but decides the tie.
  const __nv_bfloat16 x(1.0f + 0x1p-4f), y(1.0f + 0x1p-4f), far(0x1p-100f);
  const float tie = (1.0f + 0x1p-4f) * (1.0f + 0x1p-4f); // 1 + 2^-3 + 2^-8: a tie
  EXPECT_EQ((float)(x * y), 1.125f);
  EXPECT_EQ((float)__hfma(x, y, far), 1.125f + 0x1p-7f) << tie;
}

} // namespace
