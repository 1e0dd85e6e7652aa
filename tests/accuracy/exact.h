// The exact values, by MPFR: slow, for the arguments at which errors were largest.
#pragma once

#include <mpfr.h>

namespace heddle::accuracy {

constexpr mpfr_prec_t kPrecision = 320;

class Number {
public:
  Number() { mpfr_init2(value_, kPrecision); }
  explicit Number(double value) : Number() { mpfr_set_d(value_, value, MPFR_RNDN); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  ~Number() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

private:
  mpfr_t value_;
};

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

inline int mpfrRcbrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  mpfr_cbrt(r, x, mode);
  return mpfr_ui_div(r, 1, r, mode);
}

// exp(x^2) erfc(x), where neither leaves MPFR's range; beyond it the first term of the series is
// exact to far more digits than asked for.
inline int mpfrErfcx(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  if (mpfr_cmp_d(x, 1e9) < 0) {
    Number square, small;
    mpfr_set_prec(square, 640);
    mpfr_mul(square, x, x, mode);
    mpfr_exp(square, square, mode);
    mpfr_erfc(small, x, mode);
    return mpfr_mul(r, square, small, mode);
  }
  Number root;
  mpfr_const_pi(root, mode);
  mpfr_sqrt(root, root, mode);
  mpfr_mul(root, root, x, mode);
  return mpfr_ui_div(r, 1, root, mode);
}

inline int mpfrNormcdf(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  Number scaled;
  mpfr_sqrt_ui(scaled, 2, mode);
  mpfr_div(scaled, x, scaled, mode);
  mpfr_neg(scaled, scaled, mode);
  mpfr_erfc(r, scaled, mode);
  return mpfr_div_ui(r, r, 2, mode);
}

// Newton's iteration from a double that is right to some digits; `complement`: erfc instead of erf.
inline int mpfrInverseErf(mpfr_ptr r, mpfr_srcptr y, double start, bool complement,
                          mpfr_rnd_t mode) {
  Number x(start), value, slope, factor;
  mpfr_const_pi(factor, mode);
  mpfr_sqrt(factor, factor, mode);
  mpfr_div_ui(factor, factor, 2, mode);
  for (int i = 0; i < 8; ++i) {
    (complement ? mpfr_erfc : mpfr_erf)(value, x, mode);
    mpfr_sub(value, value, y, mode);
    mpfr_mul(slope, x, x, mode);
    mpfr_exp(slope, slope, mode);
    mpfr_mul(slope, slope, factor, mode);
    mpfr_mul(value, value, slope, mode);
    (complement ? mpfr_add : mpfr_sub)(x, x, value, mode);
  }
  return mpfr_set(r, x, mode);
}

// The sign of gamma does not concern lgamma.
inline int mpfrLgamma(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  int sign;
  return mpfr_lgamma(r, &sign, x, mode);
}

inline int mpfrRhypot(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode) {
  mpfr_hypot(r, x, y, mode);
  return mpfr_ui_div(r, 1, r, mode);
}

} // namespace heddle::accuracy
