// Numbers with a discrete distribution: out of a square histogram, after Marsaglia, Tsang and Wang,
// or rounded normal ones.
#ifndef HEDDLE_CURAND_DISCRETE2_H
#define HEDDLE_CURAND_DISCRETE2_H

/* The name that programs test for. */
#define CURAND_DISCRETE_H_

#include "curand_discrete.h"
#include "curand_kernel.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

// Each bar of the histogram has as much of its own value, and the rest of another.
template <class Bits>
__HEDDLE_DEVICE__ unsigned int _curand_M2_double(Bits x, curandDistributionM2Shift_t table) {
  const double u = _curand_uniform_double(x);
  unsigned int bar = (unsigned int)floor(table->length * u);
  if (bar == table->length) // u may be 1
    --bar;
  return table->shift + (u < table->histogram->V[bar] ? bar : table->histogram->K[bar]);
}

template <class Bits>
__HEDDLE_DEVICE__ unsigned int _curand_discrete(Bits x, curandDiscreteDistribution_t distribution) {
  if (distribution->method == CURAND_M2)
    return _curand_M2_double(x, distribution->M2);
  return (unsigned int)((distribution->stddev * _curand_normal_icdf_double(x)) +
                        distribution->mean + 0.5);
}

template <class State>
__HEDDLE_DEVICE__ unsigned int curand_discrete(State* state,
                                               curandDiscreteDistribution_t distribution) {
  if (distribution->method == CURAND_M2)
    return _curand_M2_double(curand(state), distribution->M2);
  return (unsigned int)((distribution->stddev * curand_normal_double(state)) + distribution->mean +
                        0.5);
}
__HEDDLE_DEVICE__ uint4 curand_discrete4(curandStatePhilox4_32_10_t* state,
                                         curandDiscreteDistribution_t distribution) {
  if (distribution->method == CURAND_M2) {
    const uint4 x = curand4(state);
    const uint4 result = {
        _curand_M2_double(x.x, distribution->M2), _curand_M2_double(x.y, distribution->M2),
        _curand_M2_double(x.z, distribution->M2), _curand_M2_double(x.w, distribution->M2)};
    return result;
  }
  const double4 x = curand_normal4_double(state);
  const double mean = distribution->mean, stddev = distribution->stddev;
  const uint4 result = {
      (unsigned int)((stddev * x.x) + mean + 0.5), (unsigned int)((stddev * x.y) + mean + 0.5),
      (unsigned int)((stddev * x.z) + mean + 0.5), (unsigned int)((stddev * x.w) + mean + 0.5)};
  return result;
}

#endif

#endif
