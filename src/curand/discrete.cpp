// Tables of Poisson distributions, for curand_discrete in device code.
#include "curand.h"
#include "curand_discrete.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

namespace {

// From here on a rounded normal number is near enough, and a table would be long.
constexpr double kLargestTable = 2000;

struct Distribution {
  curandDiscreteDistribution_st head;
  curandDistributionM2Shift_st table;
  curandHistogramM2_st histogram;
};

// As bars of equal width that hold at most two values each, after A. J. Walker: u is below the
// first number of its bar for the bar's own value, else it is for the other.
void fillBars(std::vector<double> probabilities, double* own, unsigned* other) {
  const auto count = probabilities.size();
  double sum = 0;
  for (double each : probabilities)
    sum += each;
  std::vector<std::size_t> small, large;
  for (std::size_t i = 0; i < count; ++i) {
    probabilities[i] *= static_cast<double>(count) / sum;
    (probabilities[i] < 1 ? small : large).push_back(i);
    other[i] = static_cast<unsigned>(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t poor = small.back(), rich = large.back();
    small.pop_back();
    other[poor] = static_cast<unsigned>(rich);
    probabilities[rich] -= 1 - probabilities[poor];
    if (probabilities[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  for (std::size_t rest : small) // what rounding has left
    probabilities[rest] = 1;
  for (std::size_t i = 0; i < count; ++i)
    own[i] =
        (static_cast<double>(i) + std::min(probabilities[i], 1.0)) / static_cast<double>(count);
}

double poissonProbability(double k, double mean) {
  return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
}

} // namespace

extern "C" {

curandStatus_t curandCreatePoissonDistribution(double mean,
                                               curandDiscreteDistribution_t* distribution) {
  if (!distribution || !(mean > 0) || !std::isfinite(mean) || mean > 400000)
    return CURAND_STATUS_OUT_OF_RANGE;
  std::vector<double> probabilities;
  unsigned first = 0;
  if (mean <= kLargestTable) {
    const double width = 16 * std::sqrt(mean) + 40;
    first = static_cast<unsigned>(std::max(0.0, std::floor(mean - width)));
    for (double k = first; k <= mean + width; ++k)
      probabilities.push_back(poissonProbability(k, mean));
  }
  const std::size_t length = probabilities.size();
  // Managed memory, so that both sides read the same table.
  void* memory = nullptr;
  if (cudaMallocManaged(&memory, sizeof(Distribution) +
                                     length * (sizeof(double) + sizeof(unsigned))) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto* made = new (memory) Distribution();
  auto* own = reinterpret_cast<double*>(made + 1);
  auto* other = reinterpret_cast<unsigned*>(own + length);
  if (length != 0)
    fillBars(probabilities, own, other);
  made->histogram.V = made->histogram.host_V = own;
  made->histogram.K = made->histogram.host_K = other;
  made->table.histogram = made->table.host_histogram = &made->histogram;
  made->table.shift = first;
  made->table.length = static_cast<unsigned>(length);
  made->head.self_host_ptr = &made->head;
  made->head.M2 = made->head.host_M2 = &made->table;
  made->head.mean = mean;
  made->head.stddev = std::sqrt(mean);
  made->head.method = length != 0 ? CURAND_M2 : CURAND_DISCRETE_GAUSS;
  *distribution = &made->head;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (!distribution)
    return CURAND_STATUS_NOT_INITIALIZED;
  return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                               : CURAND_STATUS_PREEXISTING_FAILURE;
}
}
