// Every mathematical function by all its names: with suffix, overloaded, in namespace std, and for
// integers. Rows L-098 to L-173.
// standards: 03 17 20
#include <cuda_runtime.h>

__global__ void acosNames(float* f, double* d, int i) {
  f[0] = acosf(f[1]) + acos(f[2]) + std::acos(f[3]);
  d[0] = acos(d[1]) + std::acos(d[2]) + acos(i) + std::acos(i);
}
__global__ void asinNames(float* f, double* d, int i) {
  f[0] = asinf(f[1]) + asin(f[2]) + std::asin(f[3]);
  d[0] = asin(d[1]) + std::asin(d[2]) + asin(i) + std::asin(i);
}
__global__ void atanNames(float* f, double* d, int i) {
  f[0] = atanf(f[1]) + atan(f[2]) + std::atan(f[3]);
  d[0] = atan(d[1]) + std::atan(d[2]) + atan(i) + std::atan(i);
}
__global__ void coshNames(float* f, double* d, int i) {
  f[0] = coshf(f[1]) + cosh(f[2]) + std::cosh(f[3]);
  d[0] = cosh(d[1]) + std::cosh(d[2]) + cosh(i) + std::cosh(i);
}
__global__ void sinhNames(float* f, double* d, int i) {
  f[0] = sinhf(f[1]) + sinh(f[2]) + std::sinh(f[3]);
  d[0] = sinh(d[1]) + std::sinh(d[2]) + sinh(i) + std::sinh(i);
}
__global__ void tanhNames(float* f, double* d, int i) {
  f[0] = tanhf(f[1]) + tanh(f[2]) + std::tanh(f[3]);
  d[0] = tanh(d[1]) + std::tanh(d[2]) + tanh(i) + std::tanh(i);
}
__global__ void acoshNames(float* f, double* d, int i) {
  f[0] = acoshf(f[1]) + acosh(f[2]) + std::acosh(f[3]);
  d[0] = acosh(d[1]) + std::acosh(d[2]) + acosh(i) + std::acosh(i);
}
__global__ void asinhNames(float* f, double* d, int i) {
  f[0] = asinhf(f[1]) + asinh(f[2]) + std::asinh(f[3]);
  d[0] = asinh(d[1]) + std::asinh(d[2]) + asinh(i) + std::asinh(i);
}
__global__ void atanhNames(float* f, double* d, int i) {
  f[0] = atanhf(f[1]) + atanh(f[2]) + std::atanh(f[3]);
  d[0] = atanh(d[1]) + std::atanh(d[2]) + atanh(i) + std::atanh(i);
}
__global__ void exp2Names(float* f, double* d, int i) {
  f[0] = exp2f(f[1]) + exp2(f[2]) + std::exp2(f[3]);
  d[0] = exp2(d[1]) + std::exp2(d[2]) + exp2(i) + std::exp2(i);
}
__global__ void expm1Names(float* f, double* d, int i) {
  f[0] = expm1f(f[1]) + expm1(f[2]) + std::expm1(f[3]);
  d[0] = expm1(d[1]) + std::expm1(d[2]) + expm1(i) + std::expm1(i);
}
__global__ void log1pNames(float* f, double* d, int i) {
  f[0] = log1pf(f[1]) + log1p(f[2]) + std::log1p(f[3]);
  d[0] = log1p(d[1]) + std::log1p(d[2]) + log1p(i) + std::log1p(i);
}
__global__ void logbNames(float* f, double* d, int i) {
  f[0] = logbf(f[1]) + logb(f[2]) + std::logb(f[3]);
  d[0] = logb(d[1]) + std::logb(d[2]) + logb(i) + std::logb(i);
}
__global__ void sqrtNames(float* f, double* d, int i) {
  f[0] = sqrtf(f[1]) + sqrt(f[2]) + std::sqrt(f[3]);
  d[0] = sqrt(d[1]) + std::sqrt(d[2]) + sqrt(i) + std::sqrt(i);
}
__global__ void cbrtNames(float* f, double* d, int i) {
  f[0] = cbrtf(f[1]) + cbrt(f[2]) + std::cbrt(f[3]);
  d[0] = cbrt(d[1]) + std::cbrt(d[2]) + cbrt(i) + std::cbrt(i);
}
__global__ void ceilNames(float* f, double* d, int i) {
  f[0] = ceilf(f[1]) + ceil(f[2]) + std::ceil(f[3]);
  d[0] = ceil(d[1]) + std::ceil(d[2]) + ceil(i) + std::ceil(i);
}
__global__ void floorNames(float* f, double* d, int i) {
  f[0] = floorf(f[1]) + floor(f[2]) + std::floor(f[3]);
  d[0] = floor(d[1]) + std::floor(d[2]) + floor(i) + std::floor(i);
}
__global__ void truncNames(float* f, double* d, int i) {
  f[0] = truncf(f[1]) + trunc(f[2]) + std::trunc(f[3]);
  d[0] = trunc(d[1]) + std::trunc(d[2]) + trunc(i) + std::trunc(i);
}
__global__ void roundNames(float* f, double* d, int i) {
  f[0] = roundf(f[1]) + round(f[2]) + std::round(f[3]);
  d[0] = round(d[1]) + std::round(d[2]) + round(i) + std::round(i);
}
__global__ void rintNames(float* f, double* d, int i) {
  f[0] = rintf(f[1]) + rint(f[2]) + std::rint(f[3]);
  d[0] = rint(d[1]) + std::rint(d[2]) + rint(i) + std::rint(i);
}
__global__ void nearbyintNames(float* f, double* d) {
  f[0] = nearbyintf(f[1]) + nearbyint(f[2]) + std::nearbyint(f[3]);
  d[0] = nearbyint(d[1]) + std::nearbyint(d[2]);
}
__global__ void fabsNames(float* f, double* d, int i) {
  f[0] = fabsf(f[1]) + fabs(f[2]) + std::fabs(f[3]);
  d[0] = fabs(d[1]) + std::fabs(d[2]) + fabs(i) + std::fabs(i);
}
__global__ void erfNames(float* f, double* d, int i) {
  f[0] = erff(f[1]) + erf(f[2]) + std::erf(f[3]);
  d[0] = erf(d[1]) + std::erf(d[2]) + erf(i) + std::erf(i);
}
__global__ void erfcNames(float* f, double* d, int i) {
  f[0] = erfcf(f[1]) + erfc(f[2]) + std::erfc(f[3]);
  d[0] = erfc(d[1]) + std::erfc(d[2]) + erfc(i) + std::erfc(i);
}
__global__ void lgammaNames(float* f, double* d, int i) {
  f[0] = lgammaf(f[1]) + lgamma(f[2]) + std::lgamma(f[3]);
  d[0] = lgamma(d[1]) + std::lgamma(d[2]) + lgamma(i) + std::lgamma(i);
}
__global__ void tgammaNames(float* f, double* d, int i) {
  f[0] = tgammaf(f[1]) + tgamma(f[2]) + std::tgamma(f[3]);
  d[0] = tgamma(d[1]) + std::tgamma(d[2]) + tgamma(i) + std::tgamma(i);
}
__global__ void sinNames(float* f, double* d, int i) {
  f[0] = sinf(f[1]) + sin(f[2]) + std::sin(f[3]);
  d[0] = sin(d[1]) + std::sin(d[2]) + sin(i) + std::sin(i);
}
__global__ void cosNames(float* f, double* d, int i) {
  f[0] = cosf(f[1]) + cos(f[2]) + std::cos(f[3]);
  d[0] = cos(d[1]) + std::cos(d[2]) + cos(i) + std::cos(i);
}
__global__ void tanNames(float* f, double* d, int i) {
  f[0] = tanf(f[1]) + tan(f[2]) + std::tan(f[3]);
  d[0] = tan(d[1]) + std::tan(d[2]) + tan(i) + std::tan(i);
}
__global__ void expNames(float* f, double* d, int i) {
  f[0] = expf(f[1]) + exp(f[2]) + std::exp(f[3]);
  d[0] = exp(d[1]) + std::exp(d[2]) + exp(i) + std::exp(i);
}
__global__ void logNames(float* f, double* d, int i) {
  f[0] = logf(f[1]) + log(f[2]) + std::log(f[3]);
  d[0] = log(d[1]) + std::log(d[2]) + log(i) + std::log(i);
}
__global__ void log2Names(float* f, double* d, int i) {
  f[0] = log2f(f[1]) + log2(f[2]) + std::log2(f[3]);
  d[0] = log2(d[1]) + std::log2(d[2]) + log2(i) + std::log2(i);
}
__global__ void log10Names(float* f, double* d, int i) {
  f[0] = log10f(f[1]) + log10(f[2]) + std::log10(f[3]);
  d[0] = log10(d[1]) + std::log10(d[2]) + log10(i) + std::log10(i);
}
__global__ void rsqrtNames(float* f, double* d) {
  f[0] = rsqrtf(f[1]) + rsqrt(f[2]);
  d[0] = rsqrt(d[1]);
}
__global__ void sinpiNames(float* f, double* d) {
  f[0] = sinpif(f[1]) + sinpi(f[2]);
  d[0] = sinpi(d[1]);
}
__global__ void cospiNames(float* f, double* d) {
  f[0] = cospif(f[1]) + cospi(f[2]);
  d[0] = cospi(d[1]);
}
__global__ void rcbrtNames(float* f, double* d) {
  f[0] = rcbrtf(f[1]) + rcbrt(f[2]);
  d[0] = rcbrt(d[1]);
}
__global__ void erfinvNames(float* f, double* d) {
  f[0] = erfinvf(f[1]) + erfinv(f[2]);
  d[0] = erfinv(d[1]);
}
__global__ void erfcinvNames(float* f, double* d) {
  f[0] = erfcinvf(f[1]) + erfcinv(f[2]);
  d[0] = erfcinv(d[1]);
}
__global__ void erfcxNames(float* f, double* d) {
  f[0] = erfcxf(f[1]) + erfcx(f[2]);
  d[0] = erfcx(d[1]);
}
__global__ void normcdfNames(float* f, double* d) {
  f[0] = normcdff(f[1]) + normcdf(f[2]);
  d[0] = normcdf(d[1]);
}
__global__ void normcdfinvNames(float* f, double* d) {
  f[0] = normcdfinvf(f[1]) + normcdfinv(f[2]);
  d[0] = normcdfinv(d[1]);
}
__global__ void exp10Names(float* f, double* d) {
  f[0] = exp10f(f[1]) + exp10(f[2]);
  d[0] = exp10(d[1]);
}
__global__ void atan2Names(float* f, double* d, int i) {
  f[0] = atan2f(f[1], f[2]) + atan2(f[1], f[2]) + std::atan2(f[1], f[2]);
  d[0] = atan2(d[1], d[2]) + std::atan2(d[1], d[2]) + atan2(f[1], d[1]) + std::atan2(d[1], i) +
         atan2(i, f[2]);
}
__global__ void fmodNames(float* f, double* d, int i) {
  f[0] = fmodf(f[1], f[2]) + fmod(f[1], f[2]) + std::fmod(f[1], f[2]);
  d[0] = fmod(d[1], d[2]) + std::fmod(d[1], d[2]) + fmod(f[1], d[1]) + std::fmod(d[1], i) +
         fmod(i, f[2]);
}
__global__ void remainderNames(float* f, double* d, int i) {
  f[0] = remainderf(f[1], f[2]) + remainder(f[1], f[2]) + std::remainder(f[1], f[2]);
  d[0] = remainder(d[1], d[2]) + std::remainder(d[1], d[2]) + remainder(f[1], d[1]) +
         std::remainder(d[1], i) + remainder(i, f[2]);
}
__global__ void hypotNames(float* f, double* d, int i) {
  f[0] = hypotf(f[1], f[2]) + hypot(f[1], f[2]) + std::hypot(f[1], f[2]);
  d[0] = hypot(d[1], d[2]) + std::hypot(d[1], d[2]) + hypot(f[1], d[1]) + std::hypot(d[1], i) +
         hypot(i, f[2]);
}
__global__ void copysignNames(float* f, double* d, int i) {
  f[0] = copysignf(f[1], f[2]) + copysign(f[1], f[2]) + std::copysign(f[1], f[2]);
  d[0] = copysign(d[1], d[2]) + std::copysign(d[1], d[2]) + copysign(f[1], d[1]) +
         std::copysign(d[1], i) + copysign(i, f[2]);
}
__global__ void fdimNames(float* f, double* d, int i) {
  f[0] = fdimf(f[1], f[2]) + fdim(f[1], f[2]) + std::fdim(f[1], f[2]);
  d[0] = fdim(d[1], d[2]) + std::fdim(d[1], d[2]) + fdim(f[1], d[1]) + std::fdim(d[1], i) +
         fdim(i, f[2]);
}
__global__ void fminNames(float* f, double* d, int i) {
  f[0] = fminf(f[1], f[2]) + fmin(f[1], f[2]) + std::fmin(f[1], f[2]);
  d[0] = fmin(d[1], d[2]) + std::fmin(d[1], d[2]) + fmin(f[1], d[1]) + std::fmin(d[1], i) +
         fmin(i, f[2]);
}
__global__ void fmaxNames(float* f, double* d, int i) {
  f[0] = fmaxf(f[1], f[2]) + fmax(f[1], f[2]) + std::fmax(f[1], f[2]);
  d[0] = fmax(d[1], d[2]) + std::fmax(d[1], d[2]) + fmax(f[1], d[1]) + std::fmax(d[1], i) +
         fmax(i, f[2]);
}
__global__ void nextafterNames(float* f, double* d, int i) {
  f[0] = nextafterf(f[1], f[2]) + nextafter(f[1], f[2]) + std::nextafter(f[1], f[2]);
  d[0] = nextafter(d[1], d[2]) + std::nextafter(d[1], d[2]) + nextafter(f[1], d[1]) +
         std::nextafter(d[1], i) + nextafter(i, f[2]);
}
__global__ void powNames(float* f, double* d, int i) {
  f[0] = powf(f[1], f[2]) + pow(f[1], f[2]) + std::pow(f[1], f[2]);
  d[0] =
      pow(d[1], d[2]) + std::pow(d[1], d[2]) + pow(f[1], d[1]) + std::pow(d[1], i) + pow(i, f[2]);
}

__global__ void others(float* f, double* d, int* i, long* l, long long* ll) {
  f[0] = fmaf(f[1], f[2], f[3]) + fma(f[1], f[2], f[3]) + std::fma(f[1], f[2], f[3]);
  d[0] = fma(d[1], d[2], d[3]) + std::fma(d[1], f[2], d[3]);
  sincosf(f[1], f + 2, f + 3);
  sincos(d[1], d + 2, d + 3);
  sincos(f[1], f + 2, f + 3);
  sincospif(f[1], f + 2, f + 3);
  sincospi(d[1], d + 2, d + 3);
  f[4] = frexpf(f[1], i) + frexp(f[1], i) + std::frexp(f[1], i) + modff(f[1], f + 2) +
         modf(f[1], f + 2) + std::modf(f[1], f + 2) + remquof(f[1], f[2], i) +
         std::remquo(f[1], f[2], i);
  d[4] = frexp(d[1], i) + std::frexp(d[1], i) + modf(d[1], d + 2) + std::modf(d[1], d + 2) +
         remquo(d[1], d[2], i) + std::remquo(d[1], d[2], i);
  f[5] = ldexpf(f[1], 3) + ldexp(f[1], 3) + std::ldexp(f[1], 3) + scalbnf(f[1], 3) +
         std::scalbn(f[1], 3) + scalblnf(f[1], 3l) + std::scalbln(f[1], 3l);
  d[5] = ldexp(d[1], 3) + std::ldexp(d[1], 3) + scalbn(d[1], 3) + scalbln(d[1], 3l);
  i[1] = ilogbf(f[1]) + ilogb(f[1]) + ilogb(d[1]) + std::ilogb(d[1]);
  l[0] = lrintf(f[1]) + lrint(f[1]) + lrint(d[1]) + std::lrint(d[1]) + lroundf(f[1]) +
         lround(d[1]) + std::lround(f[1]);
  ll[0] = llrintf(f[1]) + llrint(d[1]) + std::llrint(f[1]) + llroundf(f[1]) + llround(d[1]);
  f[6] = nanf("") + rhypotf(f[1], f[2]) + norm3df(f[1], f[2], f[3]) + rnorm3df(f[1], f[2], f[3]) +
         norm4df(f[1], f[2], f[3], f[4]) + rnorm4df(f[1], f[2], f[3], f[4]) + normf(3, f) +
         rnormf(3, f) + fdividef(f[1], f[2]);
  d[6] = nan("") + rhypot(d[1], d[2]) + norm3d(d[1], d[2], d[3]) + rnorm3d(d[1], d[2], d[3]) +
         norm4d(d[1], d[2], d[3], d[4]) + rnorm4d(d[1], d[2], d[3], d[4]) + norm(3, d) +
         rnorm(3, d);
  i[2] = isnan(f[1]) + isnan(d[1]) + std::isnan(d[1]) + isinf(f[1]) + isinf(d[1]) +
         std::isinf(f[1]) + isfinite(f[1]) + isfinite(d[1]) + std::isfinite(f[1]) + signbit(f[1]) +
         signbit(d[1]) + std::signbit(f[1]) + isnormal(d[1]);
  i[3] = abs(i[4]) + std::abs(i[4]) + min(i[4], i[5]) + max(i[4], i[5]);
  l[1] = labs(l[2]) + std::abs(l[2]) + abs(l[2]) + min(l[2], l[3]);
  ll[1] = llabs(ll[2]) + abs(ll[2]) + std::abs(ll[2]) + llmin(ll[2], ll[3]) + llmax(ll[2], ll[3]);
  f[7] = abs(f[1]) + std::abs(f[1]) + min(f[1], f[2]) + max(f[1], f[2]);
  d[7] = abs(d[1]) + std::abs(d[1]) + min(d[1], f[1]) + max(d[1], d[2]);
}
