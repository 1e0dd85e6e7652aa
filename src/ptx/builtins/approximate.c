// The functions with .approx. Coefficients are near-minimax fits over the reduced ranges. The
// results are at least as accurate as the tables of the PTX manual promise.
#include "builtins.h"

// A float to which this is added has the nearest integer in its low bits.
#define SHIFTER 12582912.0f // 1.5 * 2^23

struct Reduced {
  float r;           // in [-pi/4, pi/4]
  uint32_t quadrant; // modulo 4
};
INLINE struct Reduced reduce(float x) {
  float shifted = __builtin_fmaf(x, 0.636619772f, SHIFTER);
  float k = shifted - SHIFTER;
  float r = __builtin_fmaf(k, -1.57079625f, x);
  r = __builtin_fmaf(k, -7.54978942e-8f, r);
  r = __builtin_fmaf(k, -5.39030253e-15f, r);
  // For arguments so large that the reduction is meaningless, the result stays within [-1, 1].
  r = r > 0.7855f ? 0.7855f : r;
  r = r < -0.7855f ? -0.7855f : r;
  struct Reduced reduced = {r, bitsOf32(shifted)};
  return reduced;
}

INLINE float trigonometric(struct Reduced x) {
  float r = x.r, t = r * r;
  float s = __builtin_fmaf(t, -0.000195853732f, 0.00833273656f);
  s = __builtin_fmaf(s, t, -0.166666646f);
  s = __builtin_fmaf(s * t, r, r);
  float c = __builtin_fmaf(t, 2.45454191e-5f, -0.00138882913f);
  c = __builtin_fmaf(c, t, 0.0416666646f);
  c = __builtin_fmaf(c, t, -0.5f);
  c = __builtin_fmaf(c, t, 1.0f);
  float value = (x.quadrant & 1) != 0 ? c : s;
  return float32Of(bitsOf32(value) ^ (x.quadrant & 2) << 30);
}

float sine(float) HELPER("sin.f32");
float sine(float x) {
  float value = trigonometric(reduce(x));
  return x == 0 ? x : value;
}

float cosine(float) HELPER("cos.f32");
float cosine(float x) {
  struct Reduced reduced = reduce(x);
  reduced.quadrant += 1;
  return trigonometric(reduced);
}

INLINE float exp2Of(float x) {
  x = x < -152.0f ? -152.0f : x;
  x = x > 129.0f ? 129.0f : x;
  float shifted = x + SHIFTER;
  float f = x - (shifted - SHIFTER);
  float p = __builtin_fmaf(f, 0.000154614447f, 0.00134004282f);
  p = __builtin_fmaf(p, f, 0.00961805668f);
  p = __builtin_fmaf(p, f, 0.0555032723f);
  p = __builtin_fmaf(p, f, 0.240226509f);
  p = __builtin_fmaf(p, f, 0.693147207f);
  p = __builtin_fmaf(p, f, 1.0f);
  // Scales in two steps, so that a subnormal result is rounded only once.
  int32_t k = (int32_t)(bitsOf32(shifted) - bitsOf32(SHIFTER));
  int32_t half = k >> 1;
  float scale1 = float32Of((uint32_t)(half + 127) << 23);
  float scale2 = float32Of((uint32_t)(k - half + 127) << 23);
  return p * scale1 * scale2;
}

float exponential(float) HELPER("ex2.f32");
float exponential(float x) {
  return exp2Of(x);
}

float logarithm(float) HELPER("lg2.f32");
float logarithm(float x) {
  int subnormal = x < 0x1p-126f;
  uint32_t bits = bitsOf32(subnormal ? x * 0x1p24f : x);
  // The mantissa is taken from [sqrt(1/2), sqrt(2)), so that results for arguments near 1 are
  // exact.
  uint32_t moved = bits - 0x3f3504f3U;
  int32_t exponent = (int32_t)moved >> 23;
  float f = float32Of((moved & 0x007fffffU) + 0x3f3504f3U) - 1.0f;
  float p = __builtin_fmaf(f, -0.107497894f, 0.184760334f);
  p = __builtin_fmaf(p, f, -0.191388377f);
  p = __builtin_fmaf(p, f, 0.204857648f);
  p = __builtin_fmaf(p, f, -0.239608122f);
  p = __builtin_fmaf(p, f, 0.288552561f);
  p = __builtin_fmaf(p, f, -0.360696542f);
  p = __builtin_fmaf(p, f, 0.48089852f);
  p = __builtin_fmaf(p, f, -0.721347354f);
  p = __builtin_fmaf(p, f, 1.44269504f);
  float value = __builtin_fmaf(p, f, (float)(exponent - (subnormal ? 24 : 0)));
  value = x == __builtin_inff() ? x : value;
  value = x == 0 ? -__builtin_inff() : value;
  return x < 0 || x != x ? float32Of(0x7fffffffU) : value;
}

// The f64 forms with .ftz use only the upper half of the operand's bits, and give a result whose
// lower half is zero.
INLINE double flushedUpperHalf(double x) {
  uint64_t bits = bitsOf64(x) & 0xffffffff00000000U;
  return float64Of((bits & 0x7ff0000000000000U) == 0 ? bits & 0x8000000000000000U : bits);
}
INLINE double grossResult(double x) {
  return x != x ? float64Of(0x7fffffff00000000U) : flushedUpperHalf(x);
}

double reciprocal64(double) HELPER("rcp.f64");
double reciprocal64(double x) {
  return grossResult(1.0 / flushedUpperHalf(x));
}

double reciprocalRoot64Gross(double) HELPER("rsqrt.ftz.f64");
double reciprocalRoot64Gross(double x) {
  return grossResult(1.0 / __builtin_sqrt(flushedUpperHalf(x)));
}

// Corrects the quotient by the rounding errors of root and quotient. Scaling by powers of four,
// which is exact, keeps these errors from underflow.
double reciprocalRoot64(double) HELPER("rsqrt.f64");
double reciprocalRoot64(double x) {
  int small = x < 0x1p-700;
  double scaled = small ? x * 0x1p400 : x;
  double root = __builtin_sqrt(scaled);
  double value = 1.0 / root;
  double rootError = __builtin_fma(-root, root, scaled);
  double error = __builtin_fma(-root, value, 1.0);
  double corrected =
      __builtin_fma(value, __builtin_fma(-0.5 * rootError * value, value, error), value);
  int ordinary = x > 0 && x < __builtin_inf();
  value = ordinary ? corrected : value;
  value = small ? value * 0x1p200 : value;
  // The default NaN of some hosts has no sign, while a GPU's has.
  return x < 0 ? float64Of(0xfff8000000000000U) : value;
}

float hyperbolicTangent(float) HELPER("tanh.f32");
float hyperbolicTangent(float x) {
  float t = x * x;
  float p = __builtin_fmaf(t, -0.00626911972f, 0.021110959f);
  p = __builtin_fmaf(p, t, -0.0538739488f);
  p = __builtin_fmaf(p, t, 0.133329154f);
  p = __builtin_fmaf(p, t, -0.333333303f);
  float small = __builtin_fmaf(p * t, x, x);
  float magnitude = __builtin_fabsf(x);
  magnitude = magnitude > 10.0f ? 10.0f : magnitude;
  float e = exp2Of(magnitude * 2.88539008f);
  float large = __builtin_copysignf(1.0f - 2.0f / (e + 1.0f), x);
  float value = __builtin_fabsf(x) < 0.6f ? small : large;
  return x == 0 ? x : value;
}
