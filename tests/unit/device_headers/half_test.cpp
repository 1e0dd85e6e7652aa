// The 16-bit types as host code, against the compiler's own. Row P-107.
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

template <class H> float valueOf(H h) {
  return (float)h;
}

TEST(Half, FromIntegersInAllRoundings) {
  for (int i = -70000; i < 70000; i += 13) {
    const float down = valueOf(__int2half_rd(i)), up = valueOf(__int2half_ru(i));
    EXPECT_LE(down, i);
    EXPECT_GE(up, i);
    EXPECT_EQ(valueOf(__int2half_rz(i)), i < 0 ? up : down) << i;
    EXPECT_TRUE(valueOf(__int2half_rn(i)) == down || valueOf(__int2half_rn(i)) == up) << i;
  }
  // Bits that a double has no room for decide.
  const unsigned long long tie = 0x8080000000000000ull; // between two bfloats
  EXPECT_EQ(valueOf(__ull2bfloat16_rn(tie)), 0x1p63f);
  EXPECT_EQ(valueOf(__ull2bfloat16_rn(tie + 1)), 0x1.02p63f);
  EXPECT_EQ(valueOf(__ull2bfloat16_ru(0x8000000000000001ull)), 0x1.02p63f);
  EXPECT_EQ(valueOf(__ull2bfloat16_rd(0xffffffffffffffffull)), 0x1.fep63f);
  EXPECT_EQ(valueOf(__ll2bfloat16_rd(-0x4000000000000001ll)), -0x1.02p62f);
  EXPECT_EQ(valueOf(__ll2bfloat16_rz(-0x4000000000000001ll)), -0x1p62f);
}

template <class H, class H2> void pairFunctions() {
  const H one(1.0f), two(2.0f), minus(-3.0f), nan(std::nanf(""));
  const H2 a(one, nan), b(two, one), c(minus, two);
  EXPECT_EQ(valueOf(__hltu2(a, b).x), 1.0f);
  EXPECT_EQ(valueOf(__hltu2(a, b).y), 1.0f);
  EXPECT_EQ(valueOf(__hgtu2(a, b).x), 0.0f);
  EXPECT_EQ(__hlt2_mask(a, b), 0xffffu);
  EXPECT_EQ(__hltu2_mask(a, b), 0xffffffffu);
  EXPECT_EQ(__hne2_mask(a, b), 0xffffu);
  EXPECT_TRUE(__hbltu2(a, b));
  EXPECT_FALSE(__hbgtu2(a, b));
  EXPECT_EQ(valueOf(__hisnan2(a).x), 0.0f);
  EXPECT_EQ(valueOf(__hisnan2(a).y), 1.0f);
  EXPECT_TRUE(__hisnan(__hmax2_nan(a, b).y));
  EXPECT_EQ(valueOf(__hmax2(a, b).y), 1.0f);
  EXPECT_EQ(valueOf(__hmin2_nan(b, c).x), -3.0f);
  EXPECT_EQ(valueOf(__hadd2_sat(b, c).x), 0.0f);
  EXPECT_EQ(valueOf(__hadd2_sat(b, c).y), 1.0f);
  EXPECT_EQ(valueOf(__hsub2_sat(b, c).x), 1.0f);
  EXPECT_EQ(valueOf(__hmul2_sat(b, c).x), 0.0f);
  EXPECT_EQ(valueOf(__hfma2_sat(b, b, c).x), 1.0f);
  EXPECT_EQ(valueOf(__hfma_relu(two, minus, one)), 0.0f);
  EXPECT_EQ(valueOf(__hfma_relu(two, two, one)), 5.0f);
  EXPECT_TRUE(__hisnan(__hfma2_relu(a, b, c).y));
  // (2 + i) (-3 + 2i) + (2 + i)
  EXPECT_EQ(valueOf(__hcmadd(b, c, b).x), -6.0f);
  EXPECT_EQ(valueOf(__hcmadd(b, c, b).y), 2.0f);
  H2 counter(one, two);
  EXPECT_EQ(valueOf((counter++).y), 2.0f);
  EXPECT_EQ(valueOf((--counter).x), 1.0f);
  H single(one);
  EXPECT_EQ(valueOf(single--), 1.0f);
  EXPECT_EQ(valueOf(single), 0.0f);
}
TEST(Half, PairFunctions) {
  pairFunctions<__half, __half2>();
}
TEST(Bfloat, PairFunctions) {
  pairFunctions<__nv_bfloat16, __nv_bfloat162>();
}

} // namespace
