// Poisson distributions as tables in device memory. A generator keeps them, since the next call
// often has the same mean.
#pragma once

#include "curand_discrete.h"
#include "device_memory.h"

namespace heddle::curand {

constexpr double kLargestPoissonMean = 400000;

// A table as curandCreatePoissonDistribution makes it.
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

// The cumulative distribution function, from the first number whose probability is not 0.
class PoissonSums {
public:
  curandStatus_t make(double mean, cudaStream_t stream);
  unsigned first() const { return first_; }
  unsigned count() const { return count_; }
  const double* data() const { return memory_.as<double>(); }

private:
  double mean_ = 0; // 0 before the first call of make()
  unsigned first_ = 0, count_ = 0;
  DeviceMemory memory_;
};

} // namespace heddle::curand
