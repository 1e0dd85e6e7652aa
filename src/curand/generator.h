// A generator of cuRAND's: what it is, where it stands, and what it fills memory with.
#pragma once

#include "curand.h"

#include <cstddef>
#include <random>
#include <vector>

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

// Memory of the device that a generator keeps.
class DeviceMemory {
public:
  DeviceMemory() = default;
  ~DeviceMemory() { cudaFree(address_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // At least so many bytes; what was in it is lost when it grows.
  cudaError_t reserve(std::size_t bytes);
  template <class T> T* as() const { return static_cast<T*>(address_); }

private:
  void* address_ = nullptr;
  std::size_t bytes_ = 0;
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
    return type == CURAND_RNG_PSEUDO_XORWOW || type == CURAND_RNG_PSEUDO_MRG32K3A ||
           type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  }
  // Begins again, from seed and offset.
  void restart() { seeded_ = false; }
  // Makes the states, if they are not there.
  curandStatus_t seed();
  // To memory of the device, or of the host for a generator there.
  curandStatus_t generate(Form form, void* out, std::size_t count, Parameters parameters);

  const curandRngType_t type;
  const bool onHost;
  cudaStream_t stream = nullptr;
  unsigned long long seedValue = 0;
  unsigned long long offset = 0;
  curandOrdering_t ordering;
  unsigned dimensions = 1;

private:
  template <class Maker> curandStatus_t fill(void* out, std::size_t count, Maker maker);
  curandStatus_t fillRaw();
  template <class Maker> curandStatus_t fillFromRaw(void* out, std::size_t count, Maker maker);
  template <class Maker> curandStatus_t fillSobol(void* out, std::size_t count, Maker maker);
  template <class State> curandStatus_t seedStates();
  curandStatus_t seedSobol();
  curandStatus_t seedMtgp();
  template <class Action> curandStatus_t withForm(Form form, Parameters parameters, Action action);

  bool seeded_ = false;
  unsigned threads_ = 0;            // how many sequences the numbers come from in turn
  unsigned long long position_ = 0; // of the next number, or group of numbers
  heddle::curand::DeviceMemory states_;
  heddle::curand::DeviceMemory scratch_; // of a generator on the host
  heddle::curand::DeviceMemory raw_;     // numbers of MTGP32 and MT19937
  std::size_t rawBegin_ = 0, rawEnd_ = 0;
  std::mt19937 twister_;
};
