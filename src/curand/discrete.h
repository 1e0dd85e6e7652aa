// Poisson distributions as tables in memory of the device, kept for the next call.
#pragma once

#include "curand_discrete.h"
#include "device_memory.h"

namespace heddle::curand {

constexpr double kLargestPoissonMean = 400000;

// For curand_discrete.
class PoissonTable {
public:
  PoissonTable() = default;
  ~PoissonTable();
  PoissonTable(const PoissonTable&) = delete;
  PoissonTable& operator=(const PoissonTable&) = delete;

  curandStatus_t make(double mean);
  curandDiscreteDistribution_t get() const { return distribution_; }

private:
  curandDiscreteDistribution_t distribution_ = nullptr;
};

// What the probabilities of the numbers from the first on add up to.
class PoissonSums {
public:
  curandStatus_t make(double mean, cudaStream_t stream);
  unsigned first() const { return first_; }
  unsigned count() const { return count_; }
  const double* data() const { return memory_.as<double>(); }

private:
  double mean_ = 0; // no distribution
  unsigned first_ = 0, count_ = 0;
  DeviceMemory memory_;
};

} // namespace heddle::curand
