// The mathematical functions stay within the error bounds that CUDA's programming guide states
// (rows L-102 to L-169), or closer where they were built closer. The reference is the host's long
// double library, which has eleven digits more than double on every supported machine.
#include "accuracy.h"
#include "device_math.h"

#include <gtest/gtest.h>

namespace hd = heddle::device;
using namespace heddle::test;

namespace {

struct Case {
  const char* name;
  Worst (*measure)();
  double bound;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

#define UNARY(T, function, exact, low, high, bound)                                                \
  Case {                                                                                           \
    #function "_" #T,                                                                              \
        [] {                                                                                       \
          return worstOfUnary<T>([](T x) { return hd::function(x); },                              \
                                 [](long double x) -> long double { return exact; }, T(low),       \
                                 T(high));                                                         \
        },                                                                                         \
        bound                                                                                      \
  }
#define BINARY(T, function, exact, low, high, bound)                                               \
  Case {                                                                                           \
    #function "_" #T,                                                                              \
        [] {                                                                                       \
          return worstOfBinary<T>(                                                                 \
              [](T x, T y) { return hd::function(x, y); },                                         \
              [](long double x, long double y) -> long double { return exact; }, T(low), T(high)); \
        },                                                                                         \
        bound                                                                                      \
  }
#define BOTH(function, exact, lowF, highF, boundF, low, high, bound)                               \
  UNARY(float, function, exact, lowF, highF, boundF),                                              \
      UNARY(double, function, exact, low, high, bound)
#define BOTH2(function, exact, low, high, boundF, bound)                                           \
  BINARY(float, function, exact, low, high, boundF),                                               \
      BINARY(double, function, exact, low, high, bound)

constexpr long double pi = 3.141592653589793238462643383279502884L;

// pi x loses digits as a product; reduced first, to at most a quarter turn, it does not.
long double sinOfPi(long double x) {
  const long double r = std::remainder(x, 2.0L);
  const long double a = std::fabs(r);
  if (a == 0 || a == 1)
    return x * 0.0L;
  const long double half = a > 0.5L ? 1 - a : a;
  const long double s = half > 0.25L ? std::cos((0.5L - half) * pi) : std::sin(half * pi);
  return std::copysign(s, r);
}
long double cosOfPi(long double x) {
  const long double a = std::fabs(std::remainder(x, 2.0L));
  const long double toZero = 0.5L - a;
  return std::fabs(toZero) < 0.25L ? std::sin(toZero * pi)
                                   : (a < 0.5L ? std::cos(a * pi) : -std::cos((1 - a) * pi));
}
long double erfcxExact(long double x) {
  if (x > 100) {
    const long double z = 1 / (2 * x * x);
    const long double series = 1 - z * (1 - 3 * z * (1 - 5 * z * (1 - 7 * z)));
    return series / (x * 1.772453850905516027298167483341145183L);
  }
  return std::exp(x * x) * std::erfc(x);
}

const Case cases[] = {
    BOTH(exp, std::exp(x), -110, 95, 1.25, -750, 715, 1),
    BOTH(exp2, std::exp2(x), -155, 130, 1, -1080, 1030, 1),
    BOTH(exp10, ::exp10l(x), -47, 40, 1.25, -326, 310, 1.25),
    BOTH(expm1, std::expm1(x), -2, 2, 1.5, -2, 2, 1.5),
    BOTH(log, std::log(x), 0, 4, 1, 0, 4, 1),
    BOTH(log2, std::log2(x), 0, 4, 2, 0, 4, 1),
    BOTH(log10, std::log10(x), 0, 4, 2, 0, 4, 1),
    BOTH(log1p, std::log1p(x), -1, 4, 2, -1, 4, 1),
    BOTH(sin, std::sin(x), -100, 100, 1.5, -100, 100, 1),
    BOTH(cos, std::cos(x), -100, 100, 1.5, -100, 100, 1),
    BOTH(tan, std::tan(x), -100, 100, 3, -100, 100, 2),
    BOTH(sinpi, sinOfPi(x), -10, 10, 1.5, -10, 10, 1.5),
    BOTH(cospi, cosOfPi(x), -10, 10, 1.5, -10, 10, 1.5),
    BOTH(asin, std::asin(x), -1, 1, 2, -1, 1, 1),
    BOTH(acos, std::acos(x), -1, 1, 2, -1, 1, 1),
    BOTH(atan, std::atan(x), -5, 5, 2, -5, 5, 1),
    BOTH2(atan2, std::atan2(x, y), -5, 5, 3, 2),
    BOTH(sinh, std::sinh(x), -3, 3, 2, -3, 3, 2),
    BOTH(cosh, std::cosh(x), -3, 3, 2, -3, 3, 2),
    BOTH(tanh, std::tanh(x), -3, 3, 2, -3, 3, 1.5),
    BOTH(asinh, std::asinh(x), -3, 3, 3, -3, 3, 2),
    BOTH(acosh, std::acosh(x), 1, 5, 4, 1, 5, 2.5),
    BOTH(atanh, std::atanh(x), -1, 1, 3, -1, 1, 2.5),
    BOTH2(pow, std::pow(x, y), -20, 20, 1, 1),
    BOTH(cbrt, std::cbrt(x), -10, 10, 1, -10, 10, 1),
    BOTH(rcbrt, 1 / std::cbrt(x), -10, 10, 2, -10, 10, 1.5),
    BOTH(rsqrt, x == 0 ? 1 / x : 1 / std::sqrt(x), 0, 10, 2, 0, 10, 1.5),
    BOTH2(hypot, std::hypot(x, y), -10, 10, 2, 2),
    BOTH(erf, std::erf(x), -4, 4, 2, -6, 6, 2),
    BOTH(erfc, std::erfc(x), -4, 10, 4, -6, 27, 4),
    BOTH(erfcx, erfcxExact(x), -5, 100, 4, -5, 100, 5),
    BOTH(tgamma, std::tgamma(x), -10, 36, 2, -20, 172, 8),
    BOTH(lgamma, std::lgamma(x), 0, 20, 2, 0, 20, 4),
    BOTH2(fmod, std::fmod(x, y), -1000, 1000, 0, 0),
    BOTH2(remainder, std::remainder(x, y), -1000, 1000, 0, 0),
    BOTH2(fdim, std::fdim(x, y), -1000, 1000, 0.5, 0.5),
    BOTH(round, std::round(x), -10, 10, 0, -10, 10, 0),
    BOTH(logb, std::logb(x), -10, 10, 0, -10, 10, 0),
};

class MathAccuracy : public testing::TestWithParam<Case> {};

TEST_P(MathAccuracy, StaysWithinItsBound) {
  const Worst worst = GetParam().measure();
  RecordProperty("ulps", std::to_string(static_cast<double>(worst.ulps)));
  EXPECT_LE(static_cast<double>(worst.ulps), GetParam().bound)
      << GetParam().name << " at x = " << worst.x << ", y = " << worst.y;
}

INSTANTIATE_TEST_SUITE_P(, MathAccuracy, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
