#include "kernels.h"
#include "openmp/buffer.h"

#include <cmath>

namespace heddle::bench {
namespace {

// Abramowitz and Stegun's polynomial for the cumulative normal distribution.
inline float cumulativeNormal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float tail =
      0.39894228040f * std::exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0.0f ? 1.0f - tail : tail;
}

class BlackScholes : public Workload {
public:
  void run() override {
    const float* price = price_.data();
    const float* strike = strike_.data();
    const float* years = years_.data();
    float* call = prices_.data();
    float* put = prices_.data() + size::options;
#pragma omp parallel for simd
    for (unsigned i = 0; i < size::options; ++i) {
      const float rootYears = std::sqrt(years[i]);
      const float d1 = (std::log(price[i] / strike[i]) +
                        (kRiskFree + 0.5f * kVolatility * kVolatility) * years[i]) /
                       (kVolatility * rootYears);
      const float d2 = d1 - kVolatility * rootYears;
      const float n1 = cumulativeNormal(d1);
      const float n2 = cumulativeNormal(d2);
      const float discounted = strike[i] * std::exp(-kRiskFree * years[i]);
      call[i] = price[i] * n1 - discounted * n2;
      put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
    }
  }

  std::vector<float> result() override {
    run();
    return prices_.read();
  }

private:
  Buffer<float> price_{randomFloats(size::options, 5.0f, 30.0f, 1)};
  Buffer<float> strike_{randomFloats(size::options, 1.0f, 100.0f, 2)};
  Buffer<float> years_{randomFloats(size::options, 0.25f, 10.0f, 3)};
  Buffer<float> prices_{std::size_t{size::options} * 2};
};

} // namespace

std::unique_ptr<Workload> makeBlackScholes() {
  return std::make_unique<BlackScholes>();
}

} // namespace heddle::bench
