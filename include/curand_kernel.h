// Random numbers in device code: the generators of cuRAND, with its sequences. XORWOW and MRG32k3a
// skip ahead by the tables of heddle/curand_jumps.h; Philox and Sobol need none.
//
// Where cuRAND's result comes out of floating-point arithmetic, the operations are the same, so
// that uniform numbers have the same bits; normal ones are as near as the functions that they go
// through. Tables for discrete distributions are made by the library.
#ifndef HEDDLE_CURAND_KERNEL_H
#define HEDDLE_CURAND_KERNEL_H

/* The name that programs test for. */
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"
#include "curand_discrete.h"
#include "curand_mtgp32_kernel.h"

/* The types are for host code of any compiler too. */
#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)
#define CURAND_2PI (6.2831855f)
#define CURAND_SQRT2 (-1.4142135f)
#define CURAND_SQRT2_DOUBLE (-1.4142135623730951)

// The second number of a pair of normal ones waits here, when a flag says so.
#define __HEDDLE_BOX_MULLER_STATE                                                                  \
  int boxmuller_flag;                                                                              \
  int boxmuller_flag_double;                                                                       \
  float boxmuller_extra;                                                                           \
  double boxmuller_extra_double;

struct curandStateXORWOW {
  unsigned int d, v[5];
  __HEDDLE_BOX_MULLER_STATE
};
struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  __HEDDLE_BOX_MULLER_STATE
};
struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;
  __HEDDLE_BOX_MULLER_STATE
};
#undef __HEDDLE_BOX_MULLER_STATE
struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};

typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

#include "heddle/curand_jumps.h"

namespace heddle {
namespace device {

template <class State> __HEDDLE_DEVICE__ void clearNormals(State* state) {
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

__HEDDLE_DEVICE__ void xorwowStep(unsigned int* v) {
  const unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
// Applies the polynomials of the set bits of n. Not inlined: many kernels do it twice, once.
static __attribute__((noinline, unused)) __device__ void
xorwowJump(unsigned int* v, unsigned long long n, const unsigned int (*polynomials)[5]) {
  for (; n != 0; n >>= 1, ++polynomials) {
    if ((n & 1) == 0)
      continue;
    unsigned int sum[5] = {0, 0, 0, 0, 0};
    for (int i = 0; i < 160; ++i) {
      const unsigned int take = 0u - (((*polynomials)[i / 32] >> (i % 32)) & 1u);
      for (int k = 0; k < 5; ++k)
        sum[k] ^= v[k] & take;
      xorwowStep(v);
    }
    for (int k = 0; k < 5; ++k)
      v[k] = sum[k];
  }
}

enum { mrgModulus1 = 4294967087u, mrgModulus2 = 4294944443u };
// x modulo 2^32 - d with a small d: 2^32 counts as d. Vectors have no division.
__HEDDLE_DEVICE__ unsigned int mrgRest(unsigned long long x, unsigned int modulus) {
  const unsigned int d = 0u - modulus;
  x = (x >> 32) * d + (unsigned int)x;
  x = (x >> 32) * d + (unsigned int)x;
  return (unsigned int)(x >= modulus ? x - modulus : x);
}
__HEDDLE_DEVICE__ unsigned int mrgNext1(unsigned int a, unsigned int b) {
  return mrgRest(1403580ull * b + 810728ull * (mrgModulus1 - a), mrgModulus1);
}
__HEDDLE_DEVICE__ unsigned int mrgNext2(unsigned int a, unsigned int c) {
  return mrgRest(527612ull * c + 1370589ull * (mrgModulus2 - a), mrgModulus2);
}
// Three numbers that follow each other, out of five before.
__HEDDLE_DEVICE__ void mrgCombine(const unsigned int (&c)[3], const unsigned int (&x)[5],
                                  unsigned int (&s)[3], unsigned int modulus) {
  for (int i = 0; i < 3; ++i) {
    unsigned long long sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += mrgRest((unsigned long long)c[k] * x[i + k], modulus);
    s[i] = mrgRest(sum, modulus);
  }
}
// n times the steps of one of the tables' rows.
static __attribute__((noinline, unused)) __device__ void
mrgJump(curandStateMRG32k3a* state, unsigned long long n, int distance) {
  unsigned int(&s)[3] = state->s1;
  unsigned int(&r)[3] = state->s2;
  for (int k = 0; n != 0; n >>= 1, ++k) {
    if ((n & 1) == 0)
      continue;
    const unsigned int x = mrgNext1(s[0], s[1]), y = mrgNext2(r[0], r[2]);
    const unsigned int xs[5] = {s[0], s[1], s[2], x, mrgNext1(s[1], s[2])};
    const unsigned int ys[5] = {r[0], r[1], r[2], y, mrgNext2(r[1], y)};
    mrgCombine(mrg32k3aJumps[distance][k][0], xs, s, mrgModulus1);
    mrgCombine(mrg32k3aJumps[distance][k][1], ys, r, mrgModulus2);
  }
}

__HEDDLE_DEVICE__ void philoxRound(uint4& c, uint2 key) {
  const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
  const uint4 next = {(unsigned int)(b >> 32) ^ c.y ^ key.x, (unsigned int)b,
                      (unsigned int)(a >> 32) ^ c.w ^ key.y, (unsigned int)a};
  c = next;
}
// Adds n to the lower or the upper half of the counter, the lower one carrying into the upper.
__HEDDLE_DEVICE__ void philoxAdd(uint4& c, unsigned long long n) {
  const unsigned long long low = ((unsigned long long)c.y << 32 | c.x) + n;
  c.x = (unsigned int)low;
  c.y = (unsigned int)(low >> 32);
  if (low < n && ++c.z == 0)
    ++c.w;
}
__HEDDLE_DEVICE__ void philoxAddHigh(uint4& c, unsigned long long n) {
  const unsigned long long high = ((unsigned long long)c.w << 32 | c.z) + n;
  c.z = (unsigned int)high;
  c.w = (unsigned int)(high >> 32);
}

// Sobol's sequences in Gray code: element i is the sum of the vectors of i's Gray code.
template <class State, class Word>
__HEDDLE_DEVICE__ void sobolInit(State* state, const Word* vectors, Word scramble) {
  state->i = 0;
  state->c = scramble;
  state->x = scramble;
  for (unsigned int k = 0; k < sizeof(Word) * 8; ++k)
    state->direction_vectors[k] = vectors[k];
}
template <class State, class Word> __HEDDLE_DEVICE__ void sobolSkip(State* state, Word n) {
  state->i += n;
  state->x = state->c;
  Word gray = state->i ^ (state->i >> 1);
  for (int k = 0; gray != 0; gray >>= 1, ++k)
    if ((gray & 1) != 0)
      state->x ^= state->direction_vectors[k];
}

} // namespace device
} // namespace heddle

__HEDDLE_DEVICE__ uint4 curand_Philox4x32_10(uint4 c, uint2 key) {
  for (int round = 0; round < 9; ++round) {
    heddle::device::philoxRound(c, key);
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  heddle::device::philoxRound(c, key);
  return c;
}

// Skipping ahead.
__HEDDLE_DEVICE__ void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  heddle::device::xorwowJump(state->v, n, heddle::device::xorwowSteps);
  state->d += 362437u * (unsigned int)n;
}
__HEDDLE_DEVICE__ void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  heddle::device::xorwowJump(state->v, n, heddle::device::xorwowSequences);
}
__HEDDLE_DEVICE__ void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle::device::mrgJump(state, n, 0);
}
__HEDDLE_DEVICE__ void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle::device::mrgJump(state, n, 1);
}
__HEDDLE_DEVICE__ void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle::device::mrgJump(state, n, 2);
}
__HEDDLE_DEVICE__ void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  state->STATE += (unsigned int)(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  heddle::device::philoxAdd(state->ctr, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
__HEDDLE_DEVICE__ void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  heddle::device::philoxAddHigh(state->ctr, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
#define __HEDDLE_SOBOL_SKIP(State, Word)                                                           \
  __HEDDLE_DEVICE__ void skipahead(Word n, State* state) {                                         \
    heddle::device::sobolSkip(state, n);                                                           \
  }
__HEDDLE_SOBOL_SKIP(curandStateSobol32_t, unsigned int)
__HEDDLE_SOBOL_SKIP(curandStateScrambledSobol32_t, unsigned int)
__HEDDLE_SOBOL_SKIP(curandStateSobol64_t, unsigned long long)
__HEDDLE_SOBOL_SKIP(curandStateScrambledSobol64_t, unsigned long long)
#undef __HEDDLE_SOBOL_SKIP

// Initial states.
__HEDDLE_DEVICE__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned int t0 = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
  const unsigned int t1 = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  heddle::device::clearNormals(state);
}
__HEDDLE_DEVICE__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStateMRG32k3a_t* state) {
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = 12345u;
    state->s2[i] = 12345u;
  }
  if (seed != 0) {
    const unsigned int x1 = (unsigned int)seed ^ 0x55555555u;
    const unsigned int x2 = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; ++i) {
      state->s1[i] =
          heddle::device::mrgRest(12345ull * (i == 1 ? x2 : x1), heddle::device::mrgModulus1);
      state->s2[i] =
          heddle::device::mrgRest(12345ull * (i == 1 ? x1 : x2), heddle::device::mrgModulus2);
    }
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
  heddle::device::clearNormals(state);
}
__HEDDLE_DEVICE__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  const uint4 zero = {0, 0, 0, 0};
  state->ctr = zero;
  state->key.x = (unsigned int)seed;
  state->key.y = (unsigned int)(seed >> 32);
  state->STATE = 0;
  heddle::device::clearNormals(state);
  heddle::device::philoxAddHigh(state->ctr, subsequence);
  skipahead(offset, state);
}
__HEDDLE_DEVICE__ void curand_init(curandDirectionVectors32_t direction_vectors,
                                   unsigned int offset, curandStateSobol32_t* state) {
  heddle::device::sobolInit(state, direction_vectors, 0u);
  skipahead(offset, state);
}
__HEDDLE_DEVICE__ void curand_init(curandDirectionVectors32_t direction_vectors,
                                   unsigned int scramble_c, unsigned int offset,
                                   curandStateScrambledSobol32_t* state) {
  heddle::device::sobolInit(state, direction_vectors, scramble_c);
  skipahead(offset, state);
}
__HEDDLE_DEVICE__ void curand_init(curandDirectionVectors64_t direction_vectors,
                                   unsigned long long offset, curandStateSobol64_t* state) {
  heddle::device::sobolInit(state, direction_vectors, 0ull);
  skipahead(offset, state);
}
__HEDDLE_DEVICE__ void curand_init(curandDirectionVectors64_t direction_vectors,
                                   unsigned long long scramble_c, unsigned long long offset,
                                   curandStateScrambledSobol64_t* state) {
  heddle::device::sobolInit(state, direction_vectors, scramble_c);
  skipahead(offset, state);
}

// Bits.
__HEDDLE_DEVICE__ unsigned int curand(curandStateXORWOW_t* state) {
  heddle::device::xorwowStep(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}
// A number from 1 to the first modulus.
__HEDDLE_DEVICE__ double curand_MRG32k3a(curandStateMRG32k3a_t* state) {
  using namespace heddle::device;
  const unsigned long long p1 = mrgNext1(state->s1[0], state->s1[1]);
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = (unsigned int)p1;
  const unsigned long long p2 = mrgNext2(state->s2[0], state->s2[2]);
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = (unsigned int)p2;
  return (double)(p1 > p2 ? p1 - p2 : p1 + mrgModulus1 - p2);
}
__HEDDLE_DEVICE__ unsigned int curand(curandStateMRG32k3a_t* state) {
  return (unsigned int)(curand_MRG32k3a(state) * 1.000000048662);
}
__HEDDLE_DEVICE__ uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 a = state->output;
  heddle::device::philoxAdd(state->ctr, 1);
  const uint4 b = state->output = curand_Philox4x32_10(state->ctr, state->key);
  const uint4 r[4] = {a, {a.y, a.z, a.w, b.x}, {a.z, a.w, b.x, b.y}, {a.w, b.x, b.y, b.z}};
  return r[state->STATE & 3];
}
__HEDDLE_DEVICE__ unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const uint4 o = state->output;
  const unsigned int place = state->STATE++;
  if (place == 3) {
    heddle::device::philoxAdd(state->ctr, 1);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return place == 0 ? o.x : place == 1 ? o.y : place == 2 ? o.z : o.w;
}
#define __HEDDLE_SOBOL_BITS(State, Word, ctz)                                                      \
  __HEDDLE_DEVICE__ Word curand(State* state) {                                                    \
    const Word result = state->x;                                                                  \
    const Word zeros = ~state->i;                                                                  \
    state->x ^= state->direction_vectors[zeros == 0 ? sizeof(Word) * 8 - 1 : ctz(zeros)];          \
    ++state->i;                                                                                    \
    return result;                                                                                 \
  }
__HEDDLE_SOBOL_BITS(curandStateSobol32_t, unsigned int, __builtin_ctz)
__HEDDLE_SOBOL_BITS(curandStateScrambledSobol32_t, unsigned int, __builtin_ctz)
__HEDDLE_SOBOL_BITS(curandStateSobol64_t, unsigned long long, __builtin_ctzll)
__HEDDLE_SOBOL_BITS(curandStateScrambledSobol64_t, unsigned long long, __builtin_ctzll)
#undef __HEDDLE_SOBOL_BITS

// Uniform numbers, above 0 and up to 1, from bits.
__HEDDLE_DEVICE__ float _curand_uniform(unsigned int x) {
  return fmaf((float)x, CURAND_2POW32_INV, CURAND_2POW32_INV / 2.0f);
}
__HEDDLE_DEVICE__ float _curand_uniform(unsigned long long x) {
  return _curand_uniform((unsigned int)(x >> 32));
}
__HEDDLE_DEVICE__ double _curand_uniform_double(unsigned int x) {
  return fma((double)x, CURAND_2POW32_INV_DOUBLE, CURAND_2POW32_INV_DOUBLE);
}
__HEDDLE_DEVICE__ double _curand_uniform_double(unsigned long long x) {
  return fma((double)(x >> 11), CURAND_2POW53_INV_DOUBLE, CURAND_2POW53_INV_DOUBLE / 2.0);
}
__HEDDLE_DEVICE__ double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  const unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
  return fma((double)z, CURAND_2POW53_INV_DOUBLE, CURAND_2POW53_INV_DOUBLE / 2.0);
}

template <class State> __HEDDLE_DEVICE__ float curand_uniform(State* state) {
  return _curand_uniform(curand(state));
}
template <class State> __HEDDLE_DEVICE__ double curand_uniform_double(State* state) {
  return _curand_uniform_double(curand(state));
}
__HEDDLE_DEVICE__ double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state);
  return _curand_uniform_double_hq(x, curand(state));
}
__HEDDLE_DEVICE__ float curand_uniform(curandStateMRG32k3a_t* state) {
  return (float)(curand_MRG32k3a(state) * 2.3283065498378288e-10);
}
__HEDDLE_DEVICE__ double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return curand_MRG32k3a(state) * 2.3283065498378288e-10;
}
__HEDDLE_DEVICE__ float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float4 result = {_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z),
                         _curand_uniform(x.w)};
  return result;
}
__HEDDLE_DEVICE__ double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const double2 result = {_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w)};
  return result;
}
__HEDDLE_DEVICE__ double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  const double4 result = {a.x, a.y, b.x, b.y};
  return result;
}

// Normal numbers: pairs after Box and Muller, or the inverse of the distribution for Sobol's.
__HEDDLE_DEVICE__ float2 __heddle_box_muller(float u, float angle) {
  float2 result;
  const float s = sqrtf(-2.0f * logf(u));
  __sincosf(angle, &result.x, &result.y);
  result.x *= s;
  result.y *= s;
  return result;
}
__HEDDLE_DEVICE__ double2 __heddle_box_muller_double(double u, double halfTurns) {
  double2 result;
  const double s = sqrt(-2.0 * log(u));
  sincospi(halfTurns, &result.x, &result.y);
  result.x *= s;
  result.y *= s;
  return result;
}
__HEDDLE_DEVICE__ float2 _curand_box_muller(unsigned int x, unsigned int y) {
  return __heddle_box_muller(fmaf((float)x, CURAND_2POW32_INV, CURAND_2POW32_INV / 2),
                             fmaf((float)y, CURAND_2POW32_INV_2PI, CURAND_2POW32_INV_2PI / 2));
}
__HEDDLE_DEVICE__ double2 _curand_box_muller_double(unsigned int x0, unsigned int x1,
                                                    unsigned int y0, unsigned int y1) {
  const unsigned long long z = (unsigned long long)y0 ^ ((unsigned long long)y1 << (53 - 32));
  return __heddle_box_muller_double(
      _curand_uniform_double_hq(x0, x1),
      fma((double)z, CURAND_2POW53_INV_DOUBLE * 2.0, CURAND_2POW53_INV_DOUBLE));
}

__HEDDLE_DEVICE__ float2 curand_normal2(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state);
  return _curand_box_muller(x, curand(state));
}
__HEDDLE_DEVICE__ float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned int x = curand(state);
  return _curand_box_muller(x, curand(state));
}
__HEDDLE_DEVICE__ float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float u = curand_uniform(state);
  return __heddle_box_muller(u, curand_uniform(state) * CURAND_2PI);
}
__HEDDLE_DEVICE__ double2 curand_normal2_double(curandStateXORWOW_t* state) {
  const unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state);
  return _curand_box_muller_double(x0, x1, y0, curand(state));
}
__HEDDLE_DEVICE__ double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
__HEDDLE_DEVICE__ double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double u = curand_uniform_double(state);
  return __heddle_box_muller_double(u, curand_uniform_double(state) * 2.0);
}
__HEDDLE_DEVICE__ float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
  const float4 result = {a.x, a.y, b.x, b.y};
  return result;
}
__HEDDLE_DEVICE__ double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
  const double4 result = {a.x, a.y, b.x, b.y};
  return result;
}

#define __HEDDLE_PAIRED_NORMALS(State)                                                             \
  __HEDDLE_DEVICE__ float curand_normal(State* state) {                                            \
    if (state->boxmuller_flag == 1) {                                                              \
      state->boxmuller_flag = 0;                                                                   \
      return state->boxmuller_extra;                                                               \
    }                                                                                              \
    const float2 pair = curand_normal2(state);                                                     \
    state->boxmuller_extra = pair.y;                                                               \
    state->boxmuller_flag = 1;                                                                     \
    return pair.x;                                                                                 \
  }                                                                                                \
  __HEDDLE_DEVICE__ double curand_normal_double(State* state) {                                    \
    if (state->boxmuller_flag_double == 1) {                                                       \
      state->boxmuller_flag_double = 0;                                                            \
      return state->boxmuller_extra_double;                                                        \
    }                                                                                              \
    const double2 pair = curand_normal2_double(state);                                             \
    state->boxmuller_extra_double = pair.y;                                                        \
    state->boxmuller_flag_double = 1;                                                              \
    return pair.x;                                                                                 \
  }
__HEDDLE_PAIRED_NORMALS(curandStateXORWOW_t)
__HEDDLE_PAIRED_NORMALS(curandStateMRG32k3a_t)
__HEDDLE_PAIRED_NORMALS(curandStatePhilox4_32_10_t)
#undef __HEDDLE_PAIRED_NORMALS

// The upper half is mirrored, where it keeps its precision.
__HEDDLE_DEVICE__ float _curand_normal_icdf(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const float p = _curand_uniform(upper ? 0xffffffffu - x : x);
  return (upper ? -CURAND_SQRT2 : CURAND_SQRT2) * erfcinvf(2.0f * p);
}
__HEDDLE_DEVICE__ float _curand_normal_icdf(unsigned long long x) {
  return _curand_normal_icdf((unsigned int)(x >> 32));
}
__HEDDLE_DEVICE__ double _curand_normal_icdf_double(unsigned int x) {
  const bool upper = x > 0x80000000u;
  const double p = fma((double)(upper ? 0xffffffffu - x : x), CURAND_2POW32_INV_DOUBLE,
                       CURAND_2POW32_INV_DOUBLE / 2.0);
  return (upper ? -CURAND_SQRT2_DOUBLE : CURAND_SQRT2_DOUBLE) * erfcinv(2.0 * p);
}
__HEDDLE_DEVICE__ double _curand_normal_icdf_double(unsigned long long x) {
  x >>= 11;
  const bool upper = x > 0x10000000000000ull;
  const double p = fma((double)(upper ? 0x1fffffffffffffull - x : x), CURAND_2POW53_INV_DOUBLE,
                       CURAND_2POW53_INV_DOUBLE / 2.0);
  return (upper ? -CURAND_SQRT2_DOUBLE : CURAND_SQRT2_DOUBLE) * erfcinv(2.0 * p);
}
template <class State> __HEDDLE_DEVICE__ float curand_normal(State* state) {
  return _curand_normal_icdf(curand(state));
}
template <class State> __HEDDLE_DEVICE__ double curand_normal_double(State* state) {
  return _curand_normal_icdf_double(curand(state));
}

// Their exponentials.
template <class State>
__HEDDLE_DEVICE__ float curand_log_normal(State* state, float mean, float stddev) {
  return expf(mean + (stddev * curand_normal(state)));
}
template <class State>
__HEDDLE_DEVICE__ double curand_log_normal_double(State* state, double mean, double stddev) {
  return exp(mean + (stddev * curand_normal_double(state)));
}
template <class State>
__HEDDLE_DEVICE__ float2 curand_log_normal2(State* state, float mean, float stddev) {
  const float2 x = curand_normal2(state);
  const float2 result = {expf(mean + (stddev * x.x)), expf(mean + (stddev * x.y))};
  return result;
}
template <class State>
__HEDDLE_DEVICE__ double2 curand_log_normal2_double(State* state, double mean, double stddev) {
  const double2 x = curand_normal2_double(state);
  const double2 result = {exp(mean + (stddev * x.x)), exp(mean + (stddev * x.y))};
  return result;
}
__HEDDLE_DEVICE__ float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean,
                                            float stddev) {
  const float4 x = curand_normal4(state);
  const float4 result = {expf(mean + (stddev * x.x)), expf(mean + (stddev * x.y)),
                         expf(mean + (stddev * x.z)), expf(mean + (stddev * x.w))};
  return result;
}
__HEDDLE_DEVICE__ double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean,
                                                    double stddev) {
  const double4 x = curand_normal4_double(state);
  const double4 result = {exp(mean + (stddev * x.x)), exp(mean + (stddev * x.y)),
                          exp(mean + (stddev * x.z)), exp(mean + (stddev * x.w))};
  return result;
}

// Poisson numbers: by multiplying uniform ones for small means, out of a normal one for large; or
// from one number alone, where the next one is another dimension's or another thread's.
template <class State>
__HEDDLE_DEVICE__ unsigned int curand_poisson_knuth(State* state, float lambda) {
  float product = expf(lambda);
  unsigned int k = 0;
  do {
    ++k;
    product *= curand_uniform(state);
  } while (product > 1.0f);
  return k - 1;
}
// The distribution function of the gamma distribution with shape a is close to
// 1 / (1 + exp(slope * (a - x) - offset))^2, which is as easily inverted. cuRAND's numbers come
// from this form with the approximations of the hardware, so ours do.
struct __heddle_gamma_approximation {
  float shape, slope, offset;
  static __device__ inline float rsqrt(float x) {
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x));
    return x;
  }
  static __device__ inline float reciprocal(float x) {
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x));
    return x;
  }
  static __device__ inline float exponential(float x) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"((float)(x * 1.4426950408889634)));
    return result;
  }
  static __device__ inline float logarithm(float x) {
    float result;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return (float)(result * 0.6931471805599453);
  }
  __device__ inline explicit __heddle_gamma_approximation(float a)
      : shape(a), slope(fmaf(1.4324804f, rsqrt(a - 0.1240098f), 0.00025361075f)),
        offset(fmaf(0.21096735f, rsqrt(a - 1.9738117f), 0.94201732f)) {}
  __device__ inline float operator()(float x) const {
    const float root = 1.0f + exponential(fmaf(slope, shape - x, -offset));
    return reciprocal(root * root);
  }
  __device__ inline float inverse(float y) const {
    const float distance = offset + logarithm(rsqrt(y) - 1.0f);
    return fmaf(-distance, reciprocal(slope), shape);
  }
};
// Numbers of the gamma distribution, rounded down, are rejected by how much more often they come
// than those of the Poisson distribution.
template <class State>
__HEDDLE_DEVICE__ unsigned int curand_poisson_gammainc(State* state, float lambda) {
  const __heddle_gamma_approximation gamma(lambda);
  const float logarithm = gamma.logarithm(lambda);
  for (;;) {
    const float k = floorf(gamma.inverse(curand_uniform(state)));
    const float z = curand_uniform(state);
    const float proposed = (gamma(k + 1.0f) - gamma(k)) * 1.3f;
    const float wanted =
        gamma.exponential(fmaf(k, logarithm, -lambda) - (float)lgamma((double)(k + 1.0f)));
    if (z * proposed < wanted && proposed >= 1e-20)
      return (unsigned int)k;
  }
}
__HEDDLE_DEVICE__ unsigned int __heddle_poisson_of_normal(double normal, double lambda) {
  return (unsigned int)((sqrt(lambda) * normal) + lambda + 0.5);
}
template <class State> __HEDDLE_DEVICE__ unsigned int curand_poisson(State* state, double lambda) {
  if (lambda < 64)
    return curand_poisson_knuth(state, (float)lambda);
  if (lambda > 4000)
    return __heddle_poisson_of_normal(curand_normal_double(state), lambda);
  return curand_poisson_gammainc(state, (float)lambda);
}
__HEDDLE_DEVICE__ double __heddle_uniform_below_one(unsigned int x) {
  return fma((double)x, CURAND_2POW32_INV_DOUBLE, CURAND_2POW32_INV_DOUBLE / 2.0);
}
__HEDDLE_DEVICE__ double __heddle_uniform_below_one(unsigned long long x) {
  return fma((double)(x >> 11), CURAND_2POW53_INV_DOUBLE, CURAND_2POW53_INV_DOUBLE / 4.0);
}
// The least k for which the sum of the probabilities from 0 to k reaches u. All of them have the
// factor exp(-lambda), which comes in by parts, as it may be too small for a double.
__HEDDLE_DEVICE__ unsigned int __heddle_poisson_inverse(double u, double lambda) {
  const double largest = 500.0;
  double term = 1.0, sum = 1.0;
  unsigned int k = 0;
  for (double left = lambda; left > 0.0; left -= largest) {
    const double factor = exp(left > largest ? -largest : -left);
    term *= factor;
    sum *= factor;
    while (u > sum) {
      ++k;
      term *= lambda / k;
      sum += term;
    }
  }
  return k;
}
template <class Bits> __HEDDLE_DEVICE__ unsigned int _curand_poisson(Bits x, double lambda) {
  if (lambda < 1000)
    return __heddle_poisson_inverse(__heddle_uniform_below_one(x), lambda);
  return __heddle_poisson_of_normal(_curand_normal_icdf_double(x), lambda);
}
#define __HEDDLE_INVERSE_POISSON(State)                                                            \
  __HEDDLE_DEVICE__ unsigned int curand_poisson(State* state, double lambda) {                     \
    return _curand_poisson(curand(state), lambda);                                                 \
  }
__HEDDLE_INVERSE_POISSON(curandStateMtgp32_t)
__HEDDLE_INVERSE_POISSON(curandStateSobol32_t)
__HEDDLE_INVERSE_POISSON(curandStateScrambledSobol32_t)
__HEDDLE_INVERSE_POISSON(curandStateSobol64_t)
__HEDDLE_INVERSE_POISSON(curandStateScrambledSobol64_t)
#undef __HEDDLE_INVERSE_POISSON
__HEDDLE_DEVICE__ uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  uint4 result;
  if (lambda > 4000) {
    const double4 x = curand_normal4_double(state);
    result.x = __heddle_poisson_of_normal(x.x, lambda);
    result.y = __heddle_poisson_of_normal(x.y, lambda);
    result.z = __heddle_poisson_of_normal(x.z, lambda);
    result.w = __heddle_poisson_of_normal(x.w, lambda);
    return result;
  }
  result.x = curand_poisson(state, lambda);
  result.y = curand_poisson(state, lambda);
  result.z = curand_poisson(state, lambda);
  result.w = curand_poisson(state, lambda);
  return result;
}

#include "curand_discrete2.h"

#endif

#endif
