// One sampler for each distribution. A sampler makes its numbers in three ways: sample() makes
// kGroup of them from the state of a generator, sample4() four from that of Philox, and fromBits()
// one from random bits.
#pragma once

#include <curand_kernel.h>

namespace heddle::curand {

// The base of samplers that make one number from the bits of one draw.
template <class Derived, class Result> struct SingleSampler {
  using Value = Result;
  static constexpr int kGroup = 1;
  static constexpr int kDraws = 1; // how many draws of Philox a number takes

  template <class State> __device__ void sample(State* state, Value* out) const {
    out[0] = self().fromBits(::curand(state));
  }
  __device__ void sample4(curandStatePhilox4_32_10_t* state, Value* out) const {
    const uint4 x = ::curand4(state);
    out[0] = self().fromBits(x.x);
    out[1] = self().fromBits(x.y);
    out[2] = self().fromBits(x.z);
    out[3] = self().fromBits(x.w);
  }

private:
  __device__ const Derived& self() const { return static_cast<const Derived&>(*this); }
};

struct Bits : SingleSampler<Bits, unsigned> {
  __device__ unsigned fromBits(unsigned x) const { return x; }
  __device__ unsigned fromBits(unsigned long long x) const { return unsigned(x >> 32); }
};
struct Bits64 : SingleSampler<Bits64, unsigned long long> {
  __device__ unsigned long long fromBits(unsigned long long x) const { return x; }
};
struct Uniform : SingleSampler<Uniform, float> {
  bool roundedOnce; // the product is rounded to float, and not the bits before it too
  __device__ float fromBits(unsigned x) const {
    return roundedOnce ? static_cast<float>(__heddle_uniform_below_one(x)) : _curand_uniform(x);
  }
  __device__ float fromBits(unsigned long long x) const { return _curand_uniform(x); }
  template <class State> __device__ void sample(State* state, float* out) const {
    out[0] = curand_uniform(state); // MRG32k3a does not make these from 32 bits
  }
};
struct UniformDouble : SingleSampler<UniformDouble, double> {
  static constexpr int kDraws = 2;
  double least; // the number that 32 zero bits make
  __device__ double fromBits(unsigned x) const {
    return fma(static_cast<double>(x), CURAND_2POW32_INV_DOUBLE, least);
  }
  __device__ double fromBits(unsigned long long x) const { return _curand_uniform_double(x); }
  template <class State> __device__ void sample(State* state, double* out) const {
    out[0] = curand_uniform_double(state);
  }
  __device__ void sample4(curandStatePhilox4_32_10_t* state, double* out) const {
    const double4 x = curand_uniform4_double(state);
    out[0] = x.x;
    out[1] = x.y;
    out[2] = x.z;
    out[3] = x.w;
  }
};

// Normal numbers with a mean and a standard deviation, or their exponentials (log-normal numbers).
template <bool kExponential> struct Normal {
  using Value = float;
  static constexpr int kGroup = 2;
  static constexpr int kDraws = 1;
  float mean, deviation;

  __device__ float scaled(float x) const {
    const float result = mean + deviation * x;
    return kExponential ? expf(result) : result;
  }
  template <class X> __device__ float fromBits(X x) const { return scaled(_curand_normal_icdf(x)); }
  template <class State> __device__ void sample(State* state, float* out) const {
    const float2 x = curand_normal2(state);
    out[0] = scaled(x.x);
    out[1] = scaled(x.y);
  }
  __device__ void sample4(curandStatePhilox4_32_10_t* state, float* out) const {
    const float4 x = curand_normal4(state);
    out[0] = scaled(x.x);
    out[1] = scaled(x.y);
    out[2] = scaled(x.z);
    out[3] = scaled(x.w);
  }
};
template <bool kExponential> struct NormalDouble {
  using Value = double;
  static constexpr int kGroup = 2;
  static constexpr int kDraws = 2;
  double mean, deviation;

  __device__ double scaled(double x) const {
    const double result = mean + deviation * x;
    return kExponential ? exp(result) : result;
  }
  template <class X> __device__ double fromBits(X x) const {
    return scaled(_curand_normal_icdf_double(x));
  }
  template <class State> __device__ void sample(State* state, double* out) const {
    const double2 x = curand_normal2_double(state);
    out[0] = scaled(x.x);
    out[1] = scaled(x.y);
  }
  __device__ void sample4(curandStatePhilox4_32_10_t* state, double* out) const {
    const double4 x = curand_normal4_double(state);
    out[0] = scaled(x.x);
    out[1] = scaled(x.y);
    out[2] = scaled(x.z);
    out[3] = scaled(x.w);
  }
};

// Poisson numbers from a table of curandCreatePoissonDistribution.
struct PoissonFromTable : SingleSampler<PoissonFromTable, unsigned> {
  curandDistributionM2Shift_t table;
  template <class X> __device__ unsigned fromBits(X x) const { return _curand_M2_double(x, table); }
};
// Poisson numbers by inversion: the least number whose cumulative probability is at least u.
struct PoissonByInversion : SingleSampler<PoissonByInversion, unsigned> {
  unsigned first, count;
  const double* sums;
  template <class X> __device__ unsigned fromBits(X x) const {
    const double u = _curand_uniform_double(x);
    unsigned begin = 0, end = count - 1;
    while (begin < end) {
      const unsigned middle = (begin + end) / 2;
      if (sums[middle] < u)
        begin = middle + 1;
      else
        end = middle;
    }
    return first + begin;
  }
};
// Poisson numbers of a large mean, from normal ones. curand_normal() keeps the second number of a
// pair in the state for the next call.
struct PoissonFromNormal {
  using Value = unsigned;
  static constexpr int kGroup = 1;
  static constexpr int kDraws = 1;
  double mean;

  __device__ unsigned scaled(float x) const { return __heddle_poisson_of_normal(x, mean); }
  template <class X> __device__ unsigned fromBits(X x) const {
    return scaled(_curand_normal_icdf(x));
  }
  template <class State> __device__ void sample(State* state, unsigned* out) const {
    out[0] = scaled(curand_normal(state));
  }
  __device__ void sample4(curandStatePhilox4_32_10_t* state, unsigned* out) const {
    const float4 x = curand_normal4(state);
    out[0] = scaled(x.x);
    out[1] = scaled(x.y);
    out[2] = scaled(x.z);
    out[3] = scaled(x.w);
  }
};

} // namespace heddle::curand
