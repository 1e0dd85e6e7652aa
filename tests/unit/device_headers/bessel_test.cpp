// The Bessel functions against MPFR, within the bounds of the CUDA programming guide: places up to
// 8 (up to the order for jn and yn), an absolute error beyond.
#include "accuracy.h"
#include "device_math.h"

#include <gtest/gtest.h>
#include <mpfr.h>

namespace hd = heddle::device;
using namespace heddle::test;

namespace {

// The value of a function at x, to 200 bits, as long double.
class Exact {
public:
  Exact() { mpfr_inits2(200, argument_, value_, term_, nullptr); }
  ~Exact() { mpfr_clears(argument_, value_, term_, nullptr); }

  long double of(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double x) {
    mpfr_set_d(argument_, x, MPFR_RNDN);
    function(value_, argument_, MPFR_RNDN);
    return mpfr_get_ld(value_, MPFR_RNDN);
  }
  long double of(int (*function)(mpfr_ptr, long, mpfr_srcptr, mpfr_rnd_t), int n, double x) {
    mpfr_set_d(argument_, x, MPFR_RNDN);
    function(value_, n, argument_, MPFR_RNDN);
    return mpfr_get_ld(value_, MPFR_RNDN);
  }
  // I of order n: the sum of (x/2)^(2k+n) / (k! (k+n)!), whose terms are all positive.
  long double modified(int n, double x) {
    mpfr_set_d(argument_, x / 2, MPFR_RNDN);
    mpfr_set_d(term_, n == 0 ? 1.0 : x / 2, MPFR_RNDN);
    mpfr_set(value_, term_, MPFR_RNDN);
    mpfr_sqr(argument_, argument_, MPFR_RNDN);
    for (unsigned long k = 1; k < 2000; ++k) {
      mpfr_mul(term_, term_, argument_, MPFR_RNDN);
      mpfr_div_ui(term_, term_, k * (k + static_cast<unsigned long>(n)), MPFR_RNDN);
      mpfr_add(value_, value_, term_, MPFR_RNDN);
      if (mpfr_zero_p(term_) || mpfr_get_exp(term_) < mpfr_get_exp(value_) - 120)
        break;
    }
    return mpfr_get_ld(value_, MPFR_RNDN);
  }

private:
  mpfr_t argument_, value_, term_;
};

TEST(Bessel, FirstAndSecondKindDouble) {
  Exact exact;
  Random random;
  long double worst[4] = {}, absolute[4] = {};
  for (int i = 0; i < 8000; ++i) {
    const double x = i % 4 == 0   ? std::ldexp(random.uniform(1.0, 2.0), -(i % 60))
                     : i % 4 == 1 ? random.uniform(8.0, 1e4)
                                  : random.uniform(0.0, 8.0);
    const double results[4] = {hd::j0(x), hd::j1(x), hd::y0(x), hd::y1(x)};
    const long double truths[4] = {exact.of(mpfr_j0, x), exact.of(mpfr_j1, x), exact.of(mpfr_y0, x),
                                   exact.of(mpfr_y1, x)};
    for (int k = 0; k < 4; ++k) {
      if (x < 8)
        worst[k] = std::max(worst[k], errorInUlps(results[k], truths[k]));
      else
        absolute[k] = std::max(absolute[k], std::fabs(results[k] - truths[k]));
    }
  }
  for (int k = 0; k < 4; ++k) {
    EXPECT_LE(worst[k], 7) << k;
    EXPECT_LE(absolute[k], 5e-12) << k;
  }
}

TEST(Bessel, ModifiedDouble) {
  Exact exact;
  Random random;
  long double worst[2] = {};
  for (int i = 0; i < 8000; ++i) {
    const double x = i % 2 == 0 ? random.uniform(-12.0, 12.0) : random.uniform(-713.0, 713.0);
    worst[0] = std::max(worst[0], errorInUlps(hd::cyl_bessel_i0(x), exact.modified(0, x)));
    worst[1] = std::max(worst[1], errorInUlps(hd::cyl_bessel_i1(x), exact.modified(1, x)));
  }
  EXPECT_LE(worst[0], 6);
  EXPECT_LE(worst[1], 6);
}

TEST(Bessel, HigherOrders) {
  Exact exact;
  Random random;
  for (int i = 0; i < 774; ++i) {
    const int n = i % 129;
    const double x = i % 2 == 0 ? random.uniform(0.1, 300.0) : random.uniform(0.1, 30.0);
    EXPECT_NEAR(static_cast<double>(exact.of(mpfr_jn, n, x)), hd::jn(n, x), 5e-12) << n << " " << x;
    const long double y = exact.of(mpfr_yn, n, x);
    if (x > 1.5 * n)
      EXPECT_NEAR(static_cast<double>(y), hd::yn(n, x), 5e-12) << n << " " << x;
    const float single = static_cast<float>(x);
    EXPECT_NEAR(static_cast<float>(exact.of(mpfr_jn, n, single)), hd::jn(n, single), 2.2e-6)
        << n << " " << x;
    if (x < n)
      EXPECT_LE(errorInUlps(hd::yn(n, single), exact.of(mpfr_yn, n, single)),
                std::ceil(2 + 2.5 * n))
          << n << " " << x;
  }
}

TEST(Bessel, Specials) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(hd::j0(0.0), 1.0);
  EXPECT_EQ(hd::j1(-0.0), 0.0);
  EXPECT_TRUE(std::signbit(hd::j1(-0.0)));
  EXPECT_EQ(hd::j0(infinity), 0.0);
  EXPECT_EQ(hd::j1(-2.0), -hd::j1(2.0));
  EXPECT_EQ(hd::y0(0.0), -infinity);
  EXPECT_EQ(hd::y1(0.0), -infinity);
  EXPECT_TRUE(std::isnan(hd::y0(-1.0)));
  EXPECT_EQ(hd::y1(infinity), 0.0);
  EXPECT_TRUE(std::isnan(hd::jn(-1, 1.0)));
  EXPECT_TRUE(std::isnan(hd::yn(-1, 1.0)));
  EXPECT_EQ(hd::jn(3, 0.0), 0.0);
  EXPECT_EQ(hd::jn(3, -2.0), -hd::jn(3, 2.0));
  EXPECT_EQ(hd::yn(5, 0.0), -infinity);
  EXPECT_EQ(hd::cyl_bessel_i0(-infinity), infinity);
  EXPECT_EQ(hd::cyl_bessel_i1(-infinity), -infinity);
  EXPECT_TRUE(std::isnan(hd::j0(std::nan(""))));
}

} // namespace
