#include "sleef_loops.h"

#include <sleef.h>

#if defined(__AVX512F__)
#include <immintrin.h>
constexpr int kWidth = 16;
#define SLEEF_LOAD(p) _mm512_loadu_ps(p)
#define SLEEF_STORE(p, v) _mm512_storeu_ps(p, v)
#define SLEEF(name, places) Sleef_##name##f16_##places##avx512f
#elif defined(__AVX2__)
#include <immintrin.h>
constexpr int kWidth = 8;
#define SLEEF_LOAD(p) _mm256_loadu_ps(p)
#define SLEEF_STORE(p, v) _mm256_storeu_ps(p, v)
#define SLEEF(name, places) Sleef_##name##f8_##places##avx2
#elif defined(__aarch64__)
#include <arm_neon.h>
constexpr int kWidth = 4;
#define SLEEF_LOAD(p) vld1q_f32(p)
#define SLEEF_STORE(p, v) vst1q_f32(p, v)
#define SLEEF(name, places) Sleef_##name##f4_##places##advsimd
#else
#error "no vectors that SLEEF is built for"
#endif

// Macros, since vector types as template arguments lose attributes.
#define LOOP1(name, places)                                                                        \
  [](const float* x, const float*, float* results, int count) {                                    \
    for (int i = 0; i < count; i += kWidth)                                                        \
      SLEEF_STORE(results + i, SLEEF(name, places)(SLEEF_LOAD(x + i)));                            \
  }
#define LOOP2(name, places)                                                                        \
  [](const float* x, const float* y, float* results, int count) {                                  \
    for (int i = 0; i < count; i += kWidth)                                                        \
      SLEEF_STORE(results + i, SLEEF(name, places)(SLEEF_LOAD(x + i), SLEEF_LOAD(y + i)));         \
  }

const SleefLoop sleefLoops[7] = {
    {"sinf", LOOP1(sin, u10)}, {"cosf", LOOP1(cos, u10)}, {"expf", LOOP1(exp, u10)},
    {"logf", LOOP1(log, u10)}, {"powf", LOOP2(pow, u10)}, {"sqrtf", LOOP1(sqrt, u05)},
    {"erff", LOOP1(erf, u10)},
};
