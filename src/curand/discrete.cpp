#include "discrete.h"

#include "guarded.h"

#include <cmath>
#include <memory>
#include <new>
#include <vector>

namespace {

// cuRAND approximates the distribution by a normal one for means from here on.
constexpr double kTablesBelow = 2000;

struct Distribution {
  curandDiscreteDistribution_st head;
  curandDistributionM2Shift_st table;
  curandHistogramM2_st histogram;
};

// The probabilities that are not 0 in double precision.
struct Probabilities {
  unsigned first = 0;
  std::vector<double> values;
};
Probabilities probabilitiesOf(double mean) {
  const auto probability = [&](double k) {
    return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
  };
  Probabilities result;
  const double middle = std::floor(mean);
  double first = middle;
  while (first > 0 && probability(first - 1) > 0)
    --first;
  for (double k = first; k <= middle || probability(k) > 0; ++k)
    result.values.push_back(probability(k));
  result.first = static_cast<unsigned>(first);
  return result;
}

// Fills the table of A. J. Walker's alias method: bars of equal width, each for at most two values.
// A uniform number u selects a bar, and the bar's own value if u < own[bar], else other[bar]. To
// get the same numbers as cuRAND, bars that are not full are filled in its order: from the first
// on, in several rounds, each from the last bar that has too much.
void fillAliasTable(std::vector<double> probabilities, double* own, unsigned* other) {
  const auto count = static_cast<unsigned>(probabilities.size());
  const double width = 1.0 / count;
  std::vector<bool> full(count);
  for (unsigned i = 0; i < count; ++i) {
    own[i] = (i + 1) * width;
    other[i] = i;
  }
  unsigned rich = count; // one more than the index of the last bar with too much
  const auto findRich = [&] {
    while (rich != 0 && (full[rich - 1] || probabilities[rich - 1] < width))
      --rich;
  };
  findRich();
  for (unsigned i = 0, idle = 0; rich != 0 && idle < count; i = (i + 1) % count) {
    ++idle;
    if (full[i] || probabilities[i] >= width)
      continue;
    own[i] = i * width + probabilities[i];
    other[i] = rich - 1;
    full[i] = true;
    probabilities[rich - 1] -= width - probabilities[i];
    findRich();
    idle = 0;
  }
}

struct FreeManaged {
  void operator()(Distribution* distribution) const { cudaFree(distribution); }
};

curandStatus_t createPoisson(double mean, curandDiscreteDistribution_t& distribution) {
  const Probabilities probabilities = mean < kTablesBelow ? probabilitiesOf(mean) : Probabilities();
  const std::size_t length = probabilities.values.size();
  // Managed memory, since host code and kernels read the same table.
  void* memory = nullptr;
  if (cudaMallocManaged(&memory, sizeof(Distribution) +
                                     length * (sizeof(double) + sizeof(unsigned))) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  std::unique_ptr<Distribution, FreeManaged> made(new (memory) Distribution());
  auto* own = reinterpret_cast<double*>(made.get() + 1);
  auto* other = reinterpret_cast<unsigned*>(own + length);
  if (length != 0)
    fillAliasTable(probabilities.values, own, other);
  made->histogram.V = made->histogram.host_V = own;
  made->histogram.K = made->histogram.host_K = other;
  made->table.histogram = made->table.host_histogram = &made->histogram;
  made->table.shift = probabilities.first;
  made->table.length = static_cast<unsigned>(length);
  made->head.self_host_ptr = &made->head;
  made->head.M2 = made->head.host_M2 = &made->table;
  made->head.mean = mean;
  made->head.stddev = std::sqrt(mean);
  made->head.method = length != 0 ? CURAND_M2 : CURAND_DISCRETE_GAUSS;
  distribution = &made.release()->head;
  return CURAND_STATUS_SUCCESS;
}

} // namespace

namespace heddle::curand {

PoissonTable::~PoissonTable() {
  if (distribution_)
    curandDestroyDistribution(distribution_);
}

curandStatus_t PoissonTable::make(double mean) {
  if (distribution_ && distribution_->mean == mean)
    return CURAND_STATUS_SUCCESS;
  if (distribution_)
    curandDestroyDistribution(distribution_);
  distribution_ = nullptr;
  return curandCreatePoissonDistribution(mean, &distribution_);
}

curandStatus_t PoissonSums::make(double mean, cudaStream_t stream) {
  if (mean == mean_)
    return CURAND_STATUS_SUCCESS;
  mean_ = 0;
  Probabilities probabilities = probabilitiesOf(mean);
  double sum = 0;
  for (double& each : probabilities.values)
    each = sum += each;
  const std::size_t bytes = probabilities.values.size() * sizeof(double);
  if (cudaStreamSynchronize(stream) != cudaSuccess) // kernels may still read the old table
    return CURAND_STATUS_PREEXISTING_FAILURE;
  if (memory_.reserve(bytes) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  if (cudaMemcpy(memory_.as<void>(), probabilities.values.data(), bytes, cudaMemcpyHostToDevice) !=
      cudaSuccess)
    return CURAND_STATUS_INTERNAL_ERROR;
  first_ = probabilities.first;
  count_ = static_cast<unsigned>(probabilities.values.size());
  mean_ = mean;
  return CURAND_STATUS_SUCCESS;
}

} // namespace heddle::curand

extern "C" {

curandStatus_t curandCreatePoissonDistribution(double mean,
                                               curandDiscreteDistribution_t* distribution) {
  if (!distribution || !(mean > 0 && mean <= heddle::curand::kLargestPoissonMean))
    return CURAND_STATUS_OUT_OF_RANGE;
  return heddle::curand::guarded([&] { return createPoisson(mean, *distribution); });
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (!distribution)
    return CURAND_STATUS_NOT_INITIALIZED;
  return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                               : CURAND_STATUS_PREEXISTING_FAILURE;
}
}
