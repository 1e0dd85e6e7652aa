// A generator of cuRAND's: what it is, where it stands, and what it fills memory with.
#pragma once

#include "curand.h"
#include "device_memory.h"
#include "discrete.h"
#include "mersenne_twister.h"

#include <cstddef>

namespace heddle::curand {

// What numbers are wanted; doubles of the same are the next.
enum class Form {
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

// Mean and standard deviation, or the mean alone.
struct Parameters {
  double mean = 0;
  double deviation = 1;
};

} // namespace heddle::curand

struct curandGenerator_st {
  using Form = heddle::curand::Form;
  using Parameters = heddle::curand::Parameters;

  curandGenerator_st(curandRngType_t type, bool onHost);

  bool isQuasirandom() const { return type >= CURAND_RNG_QUASI_SOBOL32; }
  bool is64Bit() const { return type >= CURAND_RNG_QUASI_SOBOL64; }
  // Normal numbers come in pairs.
  bool hasPairs() const {
    return type == CURAND_RNG_PSEUDO_XORWOW || type == CURAND_RNG_PSEUDO_MRG32K3A;
  }
  // Begins again, from seed and offset.
  void restart() { seeded_ = false; }
  // Makes the states anew.
  curandStatus_t seed();
  // To memory of the device, or of the host for a generator there.
  curandStatus_t generate(Form form, void* out, std::size_t count, Parameters parameters);

  const curandRngType_t type;
  const bool onHost;
  cudaStream_t stream = nullptr;
  unsigned long long seedValue = 0;
  unsigned long long offset = 0; // grows as numbers are made: another seed goes on from there
  curandOrdering_t ordering;
  unsigned dimensions = 1;

private:
  template <class Maker> curandStatus_t fill(void* out, std::size_t count, Maker maker);
  curandStatus_t takeRaw(std::size_t wanted, const unsigned** numbers, std::size_t* count);
  template <class Maker> curandStatus_t fillFromRaw(void* out, std::size_t count, Maker maker);
  template <class Maker> curandStatus_t fillSobol(void* out, std::size_t count, Maker maker);
  template <class State> curandStatus_t seedStates();
  curandStatus_t seedSobol();
  curandStatus_t seedMtgp();
  template <class Action> curandStatus_t withForm(Form form, Parameters parameters, Action action);
  template <class Action> curandStatus_t withPoisson(double mean, Action action);

  bool seeded_ = false;
  unsigned threads_ = 0;            // how many sequences the numbers come from in turn
  unsigned long long begin_ = 0;    // the offset that they began at
  unsigned long long position_ = 0; // of the next number, or group of numbers
  heddle::curand::DeviceMemory states_;
  heddle::curand::DeviceMemory scratch_; // of a generator on the host
  heddle::curand::DeviceMemory raw_;     // numbers of MTGP32
  std::size_t rawBegin_ = 0, rawEnd_ = 0;
  heddle::curand::MersenneTwisters twisters_;
  heddle::curand::PoissonTable table_;
  heddle::curand::PoissonSums sums_;
};
