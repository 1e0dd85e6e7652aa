#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__device__ float cumulativeNormal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float tail =
      0.39894228040f * expf(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0.0f ? 1.0f - tail : tail;
}

__global__ void blackScholes(const float* price, const float* strike, const float* years,
                             float* call, float* put, unsigned n, float riskFree,
                             float volatility) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float rootYears = sqrtf(years[i]);
  float d1 = (logf(price[i] / strike[i]) + (riskFree + 0.5f * volatility * volatility) * years[i]) /
             (volatility * rootYears);
  float d2 = d1 - volatility * rootYears;
  float n1 = cumulativeNormal(d1);
  float n2 = cumulativeNormal(d2);
  float discounted = strike[i] * expf(-riskFree * years[i]);
  call[i] = price[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
}

class BlackScholes : public Workload {
public:
  void run() override {
    blackScholes<<<blocksFor(size::options, size::block), size::block>>>(
        price_.data(), strike_.data(), years_.data(), call_.data(), put_.data(), size::options,
        kRiskFree, kVolatility);
    finish();
  }

  std::vector<float> result() override {
    run();
    std::vector<float> prices = call_.read();
    const std::vector<float> puts = put_.read();
    prices.insert(prices.end(), puts.begin(), puts.end());
    return prices;
  }

private:
  Buffer<float> price_{randomFloats(size::options, 5.0f, 30.0f, 1)};
  Buffer<float> strike_{randomFloats(size::options, 1.0f, 100.0f, 2)};
  Buffer<float> years_{randomFloats(size::options, 0.25f, 10.0f, 3)};
  Buffer<float> call_{size::options};
  Buffer<float> put_{size::options};
};

} // namespace

std::unique_ptr<Workload> makeBlackScholes() {
  return std::make_unique<BlackScholes>();
}

} // namespace heddle::bench
