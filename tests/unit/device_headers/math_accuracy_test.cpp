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
    BOTH2(fmod, std::fmod(x, y), -1000, 1000, 0, 0),
    BOTH2(remainder, std::remainder(x, y), -1000, 1000, 0, 0),
    BOTH2(fdim, std::fdim(x, y), -1000, 1000, 0.5, 0.5),
    BOTH(round, std::round(x), -10, 10, 0, -10, 10, 0),
    BOTH(logb, std::logb(x), -10, 10, 0, -10, 10, 0),
};

// Outside the interval where the guide, too, promises nothing: the zeros between the poles.
template <class T> T lgammaElsewhere(T x) {
  return x < T(-2.2) && x > T(-12) ? static_cast<T>(std::lgamma(static_cast<long double>(x)))
                                   : hd::lgamma(x);
}

// The inverses have no reference function: what they return must map back. An error of one place
// in the result moves the image by the derivative.
template <class T> long double inverseError(T x, T result, long double image, long double slope) {
  const long double error = std::fabs(image - static_cast<long double>(x)) / std::fabs(slope);
  return error / ulpAt<T>(result);
}
long double erfSlope(long double x) {
  return 2 / std::sqrt(pi) * std::exp(-x * x);
}

class MathAccuracy : public testing::TestWithParam<Case> {};

TEST_P(MathAccuracy, StaysWithinItsBound) {
  const Worst worst = GetParam().measure();
  RecordProperty("ulps", std::to_string(static_cast<double>(worst.ulps)));
  EXPECT_LE(static_cast<double>(worst.ulps), GetParam().bound)
      << GetParam().name << " at x = " << worst.x << ", y = " << worst.y;
}

template <class T> void checkLogGamma(double bound) {
  const Worst worst = worstOfUnary<T>(
      lgammaElsewhere<T>, [](long double x) { return std::lgamma(x); }, T(0), T(20));
  EXPECT_LE(static_cast<double>(worst.ulps), bound) << "at x = " << worst.x;
}
TEST(MathInverse, LogGammaFloat) {
  checkLogGamma<float>(2);
}
TEST(MathInverse, LogGammaDouble) {
  checkLogGamma<double>(4);
}

template <class T> void checkErrorInverses(double bound, T smallest) {
  Random random;
  Worst worst;
  for (int i = 0; i < 200000; ++i) {
    const T x = random.uniform(T(-1), T(1));
    const T r = hd::erfinv(x);
    worst.add(inverseError<T>(x, r, std::erf(static_cast<long double>(r)), erfSlope(r)), x);
    const T y = random.uniform(T(0), T(2));
    const T c = hd::erfcinv(y);
    worst.add(inverseError<T>(y, c, std::erfc(static_cast<long double>(c)), erfSlope(c)), y);
    // Down to the smallest arguments, evenly over the exponents.
    const T tiny = std::pow(smallest, random.uniform(T(0), T(1)));
    const T far = hd::erfcinv(tiny);
    worst.add(inverseError<T>(tiny, far, std::erfc(static_cast<long double>(far)), erfSlope(far)),
              tiny);
    const T p = hd::normcdfinv(tiny / 2);
    const long double image = std::erfc(-static_cast<long double>(p) / std::sqrt(2.0L)) / 2;
    worst.add(inverseError<T>(tiny / 2, p, image,
                              erfSlope(static_cast<long double>(p) / std::sqrt(2.0L)) /
                                  (2 * std::sqrt(2.0L))),
              tiny / 2);
  }
  EXPECT_LE(static_cast<double>(worst.ulps), bound) << "at x = " << worst.x;
  EXPECT_EQ(hd::erfinv(T(1)), std::numeric_limits<T>::infinity());
  EXPECT_EQ(hd::erfcinv(T(0)), std::numeric_limits<T>::infinity());
  EXPECT_TRUE(std::isnan(hd::erfinv(T(2))));
}
TEST(MathInverse, ErrorFunctionsFloat) {
  checkErrorInverses<float>(7, 1e-36f);
}
TEST(MathInverse, ErrorFunctionsDouble) {
  checkErrorInverses<double>(8, 1e-300);
}

template <class T> void checkParts() {
  Random random;
  for (int i = 0; i < 200000; ++i) {
    const T x = random.any<T>();
    if (std::isnan(x))
      continue;
    int mine, theirs;
    EXPECT_EQ(hd::frexp(x, &mine), std::frexp(x, &theirs));
    if (std::isfinite(x))
      EXPECT_EQ(mine, theirs) << x;
    const int n = static_cast<int>(random.next() % 700) - 350;
    EXPECT_EQ(hd::ldexp(x, n), std::ldexp(x, n)) << x << " " << n;
    T whole, theirWhole;
    EXPECT_EQ(hd::modf(x, &whole), std::modf(x, &theirWhole));
    EXPECT_EQ(whole, theirWhole);
    const T y = random.any<T>();
    if (!std::isnan(y)) {
      EXPECT_EQ(hd::nextafter(x, y), std::nextafter(x, y)) << x << " " << y;
      if (y != 0 && std::isfinite(x)) {
        int q, theirQ;
        EXPECT_EQ(hd::remquo(x, y, &q), std::remquo(x, y, &theirQ)) << x << " " << y;
        EXPECT_EQ(q & 7, theirQ & 7) << x << " " << y;
      }
    }
    T s, c;
    hd::sincos(x, &s, &c);
    if (std::isfinite(x)) {
      EXPECT_EQ(s, hd::sin(x));
      EXPECT_EQ(c, hd::cos(x));
    }
  }
}
TEST(MathParts, Float) {
  checkParts<float>();
}
TEST(MathParts, Double) {
  checkParts<double>();
}

TEST(MathNorms, ScaleAndInfinity) {
  EXPECT_EQ(hd::norm3d(2.0, 3.0, 6.0), 7.0);
  EXPECT_EQ(hd::norm4d(1e300, 1e300, 1e300, 1e300), 2e300);
  EXPECT_EQ(hd::norm4d(1e-30f, 1e-30f, 1e-30f, 1e-30f), 2e-30f);
  EXPECT_EQ(hd::rhypot(3.0f, 4.0f), 0.2f);
  const double values[] = {3e200, 4e200, 12e200};
  EXPECT_DOUBLE_EQ(hd::norm(3, values), 13e200);
  EXPECT_TRUE(std::isinf(hd::norm3d(std::numeric_limits<float>::infinity(), 0.0f, 0.0f)));
}

INSTANTIATE_TEST_SUITE_P(, MathAccuracy, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
