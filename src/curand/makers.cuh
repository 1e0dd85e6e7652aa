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
  template <class X> __device__ float of(X x) const { return _curand_uniform(x); }
};
struct UniformDouble : SingleMaker<UniformDouble, double> {
  static constexpr int kDraws = 2;
  template <class X> __device__ double of(X x) const { return _curand_uniform_double(x); }
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

// Out of a state as device code makes them.
struct Poisson : SingleMaker<Poisson, unsigned> {
  static constexpr int kDraws = 1024; // more than it ever takes
  double mean;
  template <class X> __device__ unsigned of(X x) const { return _curand_poisson(x, mean); }
  template <class State> __device__ void make(State* state, unsigned* out) const {
    out[0] = curand_poisson(state, mean);
  }
  __device__ void make4(curandStatePhilox4_32_10_t* state, unsigned* out) const {
    const uint4 x = curand_poisson4(state, mean);
    out[0] = x.x;
    out[1] = x.y;
    out[2] = x.z;
    out[3] = x.w;
  }
};

} // namespace heddle::curand
