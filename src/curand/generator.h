// The object behind a curandGenerator_t.
#pragma once

#include "curand.h"
#include "device_memory.h"
#include "discrete.h"
#include "mersenne_twister.h"

#include <cstddef>

namespace heddle::curand {

// What the numbers are to be. The form for doubles follows the one for floats.
enum class Distribution {
  Bits,
  Bits64,
  Uniform,
  UniformDouble,
  Normal,
  NormalDouble,
  LogNormal,
  LogNormalDouble,
  Poisson
};

// The parameters of a normal distribution. The Poisson distribution has only the mean.
struct Parameters {
  double mean = 0;
  double deviation = 1;
};

} // namespace heddle::curand

struct curandGenerator_st {
  using Distribution = heddle::curand::Distribution;
  using Parameters = heddle::curand::Parameters;

  curandGenerator_st(curandRngType_t type, bool onHost);

  bool isQuasirandom() const { return type >= CURAND_RNG_QUASI_SOBOL32; }
  bool is64Bit() const { return type >= CURAND_RNG_QUASI_SOBOL64; }
  // Whether normal numbers are made in pairs.
  bool hasPairs() const {
    return type == CURAND_RNG_PSEUDO_XORWOW || type == CURAND_RNG_PSEUDO_MRG32K3A;
  }
  // The next call of generate() begins again, from the seed and the offset.
  void restart() { seeded_ = false; }
  // Computes the states of all sequences from the seed and the offset.
  curandStatus_t seed();
  // `out` is device memory, or host memory for a generator on the host.
  curandStatus_t generate(Distribution distribution, void* out, std::size_t count,
                          Parameters parameters);

  const curandRngType_t type;
  const bool onHost;
  cudaStream_t stream = nullptr;
  unsigned long long seedValue = 0;
  // Grows as numbers are made, as in cuRAND: after another seed is set, numbers begin at this
  // offset.
  unsigned long long offset = 0;
  curandOrdering_t ordering;
  unsigned dimensions = 1;

private:
  template <class Sampler> curandStatus_t fill(void* out, std::size_t count, Sampler sampler);
  curandStatus_t takeRaw(std::size_t wanted, const unsigned** numbers, std::size_t* count);
  template <class Sampler>
  curandStatus_t fillFromRaw(void* out, std::size_t count, Sampler sampler);
  template <class Sampler> curandStatus_t fillSobol(void* out, std::size_t count, Sampler sampler);
  template <class State> curandStatus_t seedStates();
  curandStatus_t seedSobol();
  curandStatus_t seedMtgp();
  template <class Action>
  curandStatus_t withSampler(Distribution distribution, Parameters parameters, Action action);
  template <class Action> curandStatus_t withPoissonSampler(double mean, Action action);

  bool seeded_ = false;
  unsigned threads_ = 0;            // number of sequences, one for each thread of a kernel
  unsigned long long begin_ = 0;    // the offset at the last seeding
  unsigned long long position_ = 0; // of the next number, or group of numbers
  heddle::curand::DeviceMemory states_;
  heddle::curand::DeviceMemory scratch_;  // results of a generator on the host, before the copy
  heddle::curand::DeviceMemory raw_;      // bits of MTGP32 that were made ahead
  std::size_t rawBegin_ = 0, rawEnd_ = 0; // the part of raw_ that is not used yet
  heddle::curand::MersenneTwisters twisters_;
  heddle::curand::PoissonTable table_;
  heddle::curand::PoissonSums sums_;
};
