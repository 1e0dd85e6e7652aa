// Single and double precision: arithmetic, special values, approximations within their bounds.
#include "harness.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>
#include <random>

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
float single(UL x) {
  return std::bit_cast<float>(static_cast<U>(x));
}
double real(UL x) {
  return std::bit_cast<double>(x);
}
const float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kTiny = std::numeric_limits<float>::denorm_min();
const float kValues[] = {
    0.0f, -0.0f, 1.0f,   -1.5f, 3.25f, 1e-30f, -1e30f,
    0.1f, kTiny, 1e-40f, kInf,  -kInf, kNan,   std::numeric_limits<float>::max()};

void expectSame(float actual, float expected, const std::string& what) {
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(actual)) << what;
  else
    EXPECT_EQ(bits(actual), bits(expected)) << what << ": " << actual << " for " << expected;
}

TEST(Float, Arithmetic) {
  Snippet add("add.f32 %d, %a, %b;"), sub("sub.rn.f32 %d, %a, %b;"), mul("mul.f32 %d, %a, %b;");
  Snippet div("div.rn.f32 %d, %a, %b;"), fma("fma.rn.f32 %d, %a, %b, %c;");
  for (float a : kValues)
    for (float b : kValues) {
      std::string what = fmt::format("{} {}", a, b);
      expectSame(single(add(bits(a), bits(b))), a + b, what);
      expectSame(single(sub(bits(a), bits(b))), a - b, what);
      expectSame(single(mul(bits(a), bits(b))), a * b, what);
      expectSame(single(div(bits(a), bits(b))), a / b, what);
      expectSame(single(fma(bits(a), bits(b), bits(0.3f))), std::fma(a, b, 0.3f), what);
    }
  Snippet dfma("fma.rn.f64 %d, %a, %b, %c;", Widths{.d = 64, .a = 64, .b = 64, .c = 64});
  EXPECT_EQ(real(dfma(bits(0.1), bits(10.0), bits(-1.0))), std::fma(0.1, 10.0, -1.0));
}

TEST(Float, FlushToZero) {
  Snippet add("add.ftz.f32 %d, %a, %b;"), mul("mul.ftz.f32 %d, %a, %b;");
  EXPECT_EQ(add(bits(kTiny), bits(0.0f)), 0U);
  EXPECT_EQ(add(bits(-kTiny), bits(-0.0f)), 0x80000000U);
  EXPECT_EQ(mul(bits(-1e-20f), bits(1e-20f)), 0x80000000U);
  EXPECT_EQ(mul(bits(1e-20f), bits(1e-10f)), bits(1e-20f * 1e-10f));
  Snippet abs("abs.ftz.f32 %d, %a;"), neg("neg.f32 %d, %a;");
  EXPECT_EQ(abs(bits(-kTiny)), 0U);
  EXPECT_EQ(neg(bits(kTiny)), bits(-kTiny));
}

TEST(Float, Saturation) {
  Snippet add("add.sat.f32 %d, %a, %b;");
  EXPECT_EQ(add(bits(0.25f), bits(0.5f)), bits(0.75f));
  EXPECT_EQ(add(bits(5.0f), bits(0.5f)), bits(1.0f));
  EXPECT_EQ(add(bits(-5.0f), bits(0.5f)), 0U);
  EXPECT_EQ(add(bits(-0.0f), bits(-0.0f)), 0U);
  EXPECT_EQ(add(bits(kNan), bits(0.5f)), 0U);
  EXPECT_EQ(add(bits(kInf), bits(0.5f)), bits(1.0f));
}

TEST(Float, MinMax) {
  Snippet min("min.f32 %d, %a, %b;"), max("max.f32 %d, %a, %b;");
  Snippet minNan("min.NaN.f32 %d, %a, %b;"), sign("max.xorsign.abs.f32 %d, %a, %b;");
  for (float a : kValues)
    for (float b : kValues) {
      if (std::isnan(a) || std::isnan(b)) {
        float other = std::isnan(a) ? b : a;
        expectSame(single(min(bits(a), bits(b))), other, "min");
        expectSame(single(max(bits(a), bits(b))), other, "max");
        EXPECT_EQ(minNan(bits(a), bits(b)), 0x7fffffffU);
        continue;
      }
      bool less = a < b || (a == b && std::signbit(a));
      expectSame(single(min(bits(a), bits(b))), less ? a : b, "min");
      expectSame(single(max(bits(a), bits(b))), less ? b : a, "max");
      expectSame(single(minNan(bits(a), bits(b))), less ? a : b, "minnan");
      float magnitude = std::fmax(std::fabs(a), std::fabs(b));
      expectSame(single(sign(bits(a), bits(b))),
                 std::signbit(a) != std::signbit(b) ? -magnitude : magnitude, "xorsign");
    }
  Snippet dmin("min.f64 %d, %a, %b;", Widths{.d = 64, .a = 64, .b = 64});
  EXPECT_EQ(dmin(bits(0.0), bits(-0.0)), bits(-0.0));
  EXPECT_EQ(dmin(bits(std::nan("")), bits(2.0)), bits(2.0));
}

TEST(Float, CopysignTestp) {
  Snippet copysign("copysign.f32 %d, %a, %b;");
  EXPECT_EQ(copysign(bits(-1.0f), bits(3.0f)), bits(-3.0f));
  EXPECT_EQ(copysign(bits(1.0f), bits(-3.0f)), bits(3.0f));
  struct Row {
    const char* name;
    bool (*expected)(float);
  };
  const Row rows[] = {{"finite", [](float x) { return std::isfinite(x); }},
                      {"infinite", [](float x) { return std::isinf(x); }},
                      {"number", [](float x) { return !std::isnan(x); }},
                      {"notanumber", [](float x) { return std::isnan(x); }},
                      {"normal", [](float x) { return std::isnormal(x) || x == 0; }},
                      {"subnormal", [](float x) { return std::fpclassify(x) == FP_SUBNORMAL; }}};
  for (const Row& row : rows) {
    Snippet snippet(fmt::format("testp.{}.f32 %d, %a;", row.name), Widths{.d = 1});
    for (float x : kValues)
      EXPECT_EQ(snippet(bits(x)), U(row.expected(x))) << row.name << " " << x;
  }
}

TEST(Float, SquareRoots) {
  Snippet sqrt("sqrt.rn.f32 %d, %a;"), rsqrt("rsqrt.approx.f32 %d, %a;");
  Snippet rcp("rcp.approx.f32 %d, %a;");
  for (float x : {0.5f, 2.0f, 1e-38f, 3e38f, 7.0f, 1.0f}) {
    EXPECT_EQ(sqrt(bits(x)), bits(std::sqrt(x)));
    EXPECT_NEAR(single(rsqrt(bits(x))) * std::sqrt(x), 1.0, 3e-7);
    EXPECT_NEAR(single(rcp(bits(x))) * x, 1.0, 2e-7);
  }
  EXPECT_EQ(rsqrt(bits(-0.0f)), bits(-kInf));
  EXPECT_EQ(rsqrt(bits(kInf)), 0U);
  EXPECT_TRUE(std::isnan(single(rsqrt(bits(-1.0f)))));
}

TEST(Float, Exponential) {
  Snippet ex2("ex2.approx.f32 %d, %a;");
  std::mt19937 random(1);
  std::uniform_real_distribution<float> range(-140, 128);
  for (int i = 0; i < 20000; ++i) {
    float x = range(random);
    double expected = std::exp2(static_cast<double>(x));
    float actual = single(ex2(bits(x)));
    double unit = std::fmax(std::ldexp(1.0, std::ilogb(expected) - 23), kTiny);
    ASSERT_LE(std::fabs(actual - expected), 2 * unit) << x;
  }
  for (int i = -149; i < 128; ++i)
    EXPECT_EQ(single(ex2(bits(float(i)))), std::exp2(float(i)));
  EXPECT_EQ(ex2(bits(-kInf)), 0U);
  EXPECT_EQ(ex2(bits(kInf)), bits(kInf));
  EXPECT_EQ(ex2(bits(200.0f)), bits(kInf));
  EXPECT_EQ(ex2(bits(kTiny)), bits(1.0f));
  EXPECT_TRUE(std::isnan(single(ex2(bits(kNan)))));
}

TEST(Float, Logarithm) {
  Snippet lg2("lg2.approx.f32 %d, %a;");
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    float x = single(random() % 0x7f800000);
    double expected = std::log2(static_cast<double>(x));
    if (x == 0)
      continue;
    // The manual: 2^-22 absolute within (0.5, 2), relative elsewhere.
    double bound = x > 0.5 && x < 2 ? 0x1p-22 : std::fabs(expected) * 0x1p-22;
    ASSERT_LE(std::fabs(single(lg2(bits(x))) - expected), bound) << x;
  }
  EXPECT_EQ(lg2(bits(1.0f)), 0U);
  EXPECT_EQ(lg2(bits(8.0f)), bits(3.0f));
  EXPECT_EQ(lg2(bits(0.0f)), bits(-kInf));
  EXPECT_EQ(lg2(bits(-0.0f)), bits(-kInf));
  EXPECT_EQ(lg2(bits(kInf)), bits(kInf));
  EXPECT_TRUE(std::isnan(single(lg2(bits(-1.0f)))));
  EXPECT_TRUE(std::isnan(single(lg2(bits(kNan)))));
}

TEST(Float, SineCosine) {
  Snippet sin("sin.approx.f32 %d, %a;"), cos("cos.approx.f32 %d, %a;");
  std::mt19937 random(3);
  std::uniform_real_distribution<float> range(-6.2831853f, 6.2831853f);
  for (int i = 0; i < 20000; ++i) {
    float x = range(random);
    ASSERT_NEAR(single(sin(bits(x))), std::sin(static_cast<double>(x)), 0x1p-20) << x;
    ASSERT_NEAR(single(cos(bits(x))), std::cos(static_cast<double>(x)), 0x1p-20) << x;
  }
  EXPECT_EQ(sin(bits(-0.0f)), bits(-0.0f));
  EXPECT_EQ(cos(bits(0.0f)), bits(1.0f));
  EXPECT_TRUE(std::isnan(single(sin(bits(kInf)))));
  EXPECT_LE(std::fabs(single(sin(bits(3e30f)))), 1.0f);
}

TEST(Float, Tanh) {
  Snippet tanh("tanh.approx.f32 %d, %a;");
  std::mt19937 random(4);
  std::uniform_real_distribution<float> range(-12, 12);
  for (int i = 0; i < 20000; ++i) {
    float x = range(random);
    double expected = std::tanh(static_cast<double>(x));
    ASSERT_NEAR(single(tanh(bits(x))) / expected, 1.0, 0x1p-11) << x;
  }
  EXPECT_EQ(tanh(bits(-0.0f)), bits(-0.0f));
  EXPECT_EQ(tanh(bits(kInf)), bits(1.0f));
  EXPECT_TRUE(std::isnan(single(tanh(bits(kNan)))));
}

TEST(Float, ApproximateReciprocalOfDouble) {
  Snippet rcp("rcp.approx.ftz.f64 %d, %a;", Widths{.d = 64, .a = 64});
  UL value = rcp(bits(3.0));
  EXPECT_NEAR(real(value), 1.0 / 3.0, 1e-6);
  EXPECT_EQ(value & 0xffffffff, 0U);
}

TEST(Float, Pairs) {
  Snippet fma("fma.rn.f32x2 %d, %a, %b, %c;", Widths{.d = 64, .a = 64, .b = 64, .c = 64});
  auto pair = [](float low, float high) { return UL{bits(high)} << 32 | bits(low); };
  EXPECT_EQ(fma(pair(2, 3), pair(4, 5), pair(1, -1)), pair(9, 14));
}

// It is the reciprocal of a reciprocal square root, and right at the ends for all that.
TEST(Float, H157_squareRootOfZeroAndInfinity) {
  Snippet approximate("sqrt.approx.f32 %d, %a;"), flushed("sqrt.approx.ftz.f32 %d, %a;");
  for (Snippet* root : {&approximate, &flushed}) {
    EXPECT_EQ((*root)(0), 0U);
    EXPECT_EQ((*root)(0x80000000), 0x80000000U);
    EXPECT_EQ((*root)(0x7f800000), 0x7f800000U);
  }
}

} // namespace
} // namespace heddle::ptx::testing
