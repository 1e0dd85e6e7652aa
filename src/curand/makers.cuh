// What a number is made of. Each maker gives its numbers in three ways: a few at a time out of the
// state of a generator, four at a time out of Philox's, and one out of random bits.
#pragma once

#include <curand_kernel.h>

namespace heddle::curand {

// One number a time.
template <class Derived, class Result> struct SingleMaker {
  using Value = Result;
  static constexpr int kGroup = 1;
  static constexpr int kDraws = 1; // of Philox, for each number

  template <class State> __device__ void make(State* state, Value* out) const {
    out[0] = self().of(::curand(state));
  }
  __device__ void make4(curandStatePhilox4_32_10_t* state, Value* out) const {
    const uint4 x = ::curand4(state);
    out[0] = self().of(x.x);
    out[1] = self().of(x.y);
    out[2] = self().of(x.z);
    out[3] = self().of(x.w);
  }

private:
  __device__ const Derived& self() const { return static_cast<const Derived&>(*this); }
};

struct Bits : SingleMaker<Bits, unsigned> {
  __device__ unsigned of(unsigned x) const { return x; }
  __device__ unsigned of(unsigned long long x) const { return unsigned(x >> 32); }
};
struct Bits64 : SingleMaker<Bits64, unsigned long long> {
  __device__ unsigned long long of(unsigned long long x) const { return x; }
};
struct Uniform : SingleMaker<Uniform, float> {
  bool roundedOnce; // or the bits before, to what a float holds of them
  __device__ float of(unsigned x) const {
    return roundedOnce ? static_cast<float>(__heddle_uniform_below_one(x)) : _curand_uniform(x);
  }
  __device__ float of(unsigned long long x) const { return _curand_uniform(x); }
  template <class State> __device__ void make(State* state, float* out) const {
    out[0] = curand_uniform(state); // which for MRG32k3a does not go through 32 bits
  }
};
struct UniformDouble : SingleMaker<UniformDouble, double> {
  static constexpr int kDraws = 2;
  double least; // that is made out of 32 bits
  __device__ double of(unsigned x) const {
    return fma(static_cast<double>(x), CURAND_2POW32_INV_DOUBLE, least);
  }
  __device__ double of(unsigned long long x) const { return _curand_uniform_double(x); }
  template <class State> __device__ void make(State* state, double* out) const {
    out[0] = curand_uniform_double(state);
  }
  __device__ void make4(curandStatePhilox4_32_10_t* state, double* out) const {
    const double4 x = curand_uniform4_double(state);
    out[0] = x.x;
    out[1] = x.y;
    out[2] = x.z;
    out[3] = x.w;
  }
};

// Normal numbers with a mean and a standard deviation, or their exponentials.
template <bool kExponential> struct Normal {
  using Value = float;
  static constexpr int kGroup = 2;
  static constexpr int kDraws = 1;
  float mean, deviation;

  __device__ float shaped(float x) const {
    const float result = mean + deviation * x;
    return kExponential ? expf(result) : result;
  }
  template <class X> __device__ float of(X x) const { return shaped(_curand_normal_icdf(x)); }
  template <class State> __device__ void make(State* state, float* out) const {
    const float2 x = curand_normal2(state);
    out[0] = shaped(x.x);
    out[1] = shaped(x.y);
  }
  __device__ void make4(curandStatePhilox4_32_10_t* state, float* out) const {
    const float4 x = curand_normal4(state);
    out[0] = shaped(x.x);
    out[1] = shaped(x.y);
    out[2] = shaped(x.z);
    out[3] = shaped(x.w);
  }
};
template <bool kExponential> struct NormalDouble {
  using Value = double;
  static constexpr int kGroup = 2;
  static constexpr int kDraws = 2;
  double mean, deviation;

  __device__ double shaped(double x) const {
    const double result = mean + deviation * x;
    return kExponential ? exp(result) : result;
  }
  template <class X> __device__ double of(X x) const {
    return shaped(_curand_normal_icdf_double(x));
  }
  template <class State> __device__ void make(State* state, double* out) const {
    const double2 x = curand_normal2_double(state);
    out[0] = shaped(x.x);
    out[1] = shaped(x.y);
  }
  __device__ void make4(curandStatePhilox4_32_10_t* state, double* out) const {
    const double4 x = curand_normal4_double(state);
    out[0] = shaped(x.x);
    out[1] = shaped(x.y);
    out[2] = shaped(x.z);
    out[3] = shaped(x.w);
  }
};

// Poisson numbers.
struct PoissonOfTable : SingleMaker<PoissonOfTable, unsigned> {
  curandDistributionM2Shift_t table;
  template <class X> __device__ unsigned of(X x) const { return _curand_M2_double(x, table); }
};
// The least number for which the probabilities up to its own add up to a uniform number.
struct PoissonOfSums : SingleMaker<PoissonOfSums, unsigned> {
  unsigned first, count;
  const double* sums;
  template <class X> __device__ unsigned of(X x) const {
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
// One at a time: of a pair of normal numbers, the second one is for the next.
struct PoissonOfNormal {
  using Value = unsigned;
  static constexpr int kGroup = 1;
  static constexpr int kDraws = 1;
  double mean;

  __device__ unsigned shaped(float x) const { return __heddle_poisson_of_normal(x, mean); }
  template <class X> __device__ unsigned of(X x) const { return shaped(_curand_normal_icdf(x)); }
  template <class State> __device__ void make(State* state, unsigned* out) const {
    out[0] = shaped(curand_normal(state));
  }
  __device__ void make4(curandStatePhilox4_32_10_t* state, unsigned* out) const {
    const float4 x = curand_normal4(state);
    out[0] = shaped(x.x);
    out[1] = shaped(x.y);
    out[2] = shaped(x.z);
    out[3] = shaped(x.w);
  }
};

} // namespace heddle::curand
