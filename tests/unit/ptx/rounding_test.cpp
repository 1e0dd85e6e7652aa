// The directed rounding modes against the host's own.
#include "harness.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
using UL = std::uint64_t;

struct HostMode {
  const char* name;
  int mode;
};
const HostMode kModes[] = {{"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};

template <typename T> T rounded(int mode, const std::function<T()>& operation) {
  std::fesetround(mode);
  volatile T value = operation();
  std::fesetround(FE_TONEAREST);
  return value;
}

template <typename T> struct Traits;
template <> struct Traits<float> {
  using Bits = U;
  static constexpr const char* name = "f32";
  static constexpr unsigned width = 32;
};
template <> struct Traits<double> {
  using Bits = UL;
  static constexpr const char* name = "f64";
  static constexpr unsigned width = 64;
};

template <typename T> std::vector<T> samples(unsigned seed, std::size_t count) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           T(-0.0),
                           T(1),
                           T(-1),
                           T(3),
                           T(0.1),
                           Limits::denorm_min(),
                           -Limits::denorm_min(),
                           Limits::min(),
                           -Limits::min(),
                           Limits::max(),
                           -Limits::max(),
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN()};
  std::mt19937_64 random(seed);
  while (values.size() < count) {
    auto bits = static_cast<typename Traits<T>::Bits>(random());
    values.push_back(std::bit_cast<T>(bits));
    std::uniform_real_distribution<T> near(T(-4), T(4));
    values.push_back(near(random));
    std::uniform_int_distribution<int> exponent(Limits::min_exponent - 30,
                                                Limits::min_exponent + 30);
    values.push_back(std::ldexp(near(random), exponent(random)));
  }
  return values;
}

template <typename T> void expectSame(std::uint64_t actual, T expected, const std::string& what) {
  using Bits = typename Traits<T>::Bits;
  T value = std::bit_cast<T>(static_cast<Bits>(actual));
  if (std::isnan(expected))
    ASSERT_TRUE(std::isnan(value)) << what;
  else
    ASSERT_EQ(std::bit_cast<Bits>(value), std::bit_cast<Bits>(expected))
        << what << ": " << value << " for " << expected;
}

template <typename T> void checkAll() {
  using Bits = typename Traits<T>::Bits;
  unsigned width = Traits<T>::width;
  Widths widths{.d = width, .a = width, .b = width, .c = width};
  std::vector<T> values = samples<T>(7, 60);
  auto bits = [](T x) { return std::uint64_t{std::bit_cast<Bits>(x)}; };
  for (const HostMode& mode : kModes) {
    auto snippet = [&](const char* op, const char* operands) {
      return Snippet(fmt::format("{}.{}.{} {};", op, mode.name, Traits<T>::name, operands), widths);
    };
    Snippet add = snippet("add", "%d, %a, %b"), sub = snippet("sub", "%d, %a, %b");
    Snippet mul = snippet("mul", "%d, %a, %b"), div = snippet("div", "%d, %a, %b");
    Snippet fma = snippet("fma", "%d, %a, %b, %c"), sqrt = snippet("sqrt", "%d, %a");
    Snippet rcp = snippet("rcp", "%d, %a");
    for (volatile T a : values) {
      std::string what = fmt::format("{} {}", mode.name, T(a));
      expectSame<T>(sqrt(bits(a)), rounded<T>(mode.mode, [&] { return std::sqrt(T(a)); }),
                    "sqrt " + what);
      expectSame<T>(rcp(bits(a)), rounded<T>(mode.mode, [&] { return T(1) / a; }), "rcp " + what);
      for (volatile T b : values) {
        std::string pair = fmt::format("{} {}", what, T(b));
        expectSame<T>(add(bits(a), bits(b)), rounded<T>(mode.mode, [&] { return a + b; }),
                      "add " + pair);
        expectSame<T>(sub(bits(a), bits(b)), rounded<T>(mode.mode, [&] { return a - b; }),
                      "sub " + pair);
        expectSame<T>(mul(bits(a), bits(b)), rounded<T>(mode.mode, [&] { return a * b; }),
                      "mul " + pair);
        expectSame<T>(div(bits(a), bits(b)), rounded<T>(mode.mode, [&] { return a / b; }),
                      "div " + pair);
        T product = a * b;
        for (volatile T c : {values[3], values[6], values[20], values[40], T(-product)}) {
          expectSame<T>(fma(bits(a), bits(b), bits(c)),
                        rounded<T>(mode.mode, [&] { return std::fma(T(a), T(b), T(c)); }),
                        fmt::format("fma {} {}", pair, T(c)));
          if (::testing::Test::HasFatalFailure())
            return;
        }
      }
    }
  }
}

TEST(Rounding, Single) {
  checkAll<float>();
}
TEST(Rounding, Double) {
  checkAll<double>();
}

TEST(Rounding, Conversions) {
  std::vector<double> values = samples<double>(9, 400);
  for (float x : samples<float>(10, 200))
    values.push_back(std::nextafter(double(x), 1e300));
  const std::int64_t integers[] = {0,
                                   1,
                                   -1,
                                   0x7fffffff,
                                   (1LL << 53) + 1,
                                   -(1LL << 53) - 1,
                                   INT64_MAX,
                                   INT64_MIN,
                                   0x0123456789abcdef,
                                   -0x0123456789abcdef,
                                   0x7ffffffffffffc01,
                                   (1LL << 62) + (1LL << 38)};
  for (const HostMode& mode : kModes) {
    Snippet narrow(fmt::format("cvt.{}.f32.f64 %d, %a;", mode.name), Widths{.a = 64});
    for (volatile double x : values)
      expectSame<float>(narrow(std::bit_cast<UL>(double(x))),
                        rounded<float>(mode.mode, [&] { return static_cast<float>(x); }),
                        fmt::format("{} {}", mode.name, double(x)));
    Snippet s32(fmt::format("cvt.{}.f32.s64 %d, %a;", mode.name), Widths{.a = 64});
    Snippet u32(fmt::format("cvt.{}.f32.u64 %d, %a;", mode.name), Widths{.a = 64});
    Snippet s64(fmt::format("cvt.{}.f64.s64 %d, %a;", mode.name), Widths{.d = 64, .a = 64});
    Snippet u64(fmt::format("cvt.{}.f64.u64 %d, %a;", mode.name), Widths{.d = 64, .a = 64});
    Snippet w32(fmt::format("cvt.{}.f32.s32 %d, %a;", mode.name));
    for (volatile std::int64_t i : integers) {
      UL bits = static_cast<UL>(i);
      volatile UL unsignedI = bits;
      volatile int narrowI = static_cast<int>(i);
      std::string what = fmt::format("{} {}", mode.name, std::int64_t(i));
      expectSame<float>(s32(bits), rounded<float>(mode.mode, [&] { return float(i); }), what);
      expectSame<float>(u32(bits), rounded<float>(mode.mode, [&] { return float(unsignedI); }),
                        "u" + what);
      expectSame<double>(s64(bits), rounded<double>(mode.mode, [&] { return double(i); }), what);
      expectSame<double>(u64(bits), rounded<double>(mode.mode, [&] { return double(unsignedI); }),
                         "u" + what);
      expectSame<float>(w32(static_cast<U>(narrowI)),
                        rounded<float>(mode.mode, [&] { return float(narrowI); }), what);
    }
  }
}

} // namespace
} // namespace heddle::ptx::testing
