#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
float cumulativeNormal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail =
      0.39894228040f * exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0.0f ? 1.0f - tail : tail;
}

kernel void blackScholes(global const float* price, global const float* strike,
                         global const float* years, global float* call, global float* put, uint n,
                         float riskFree, float volatility) {
  uint i = get_global_id(0);
  if (i >= n) {
    return;
  }
  float rootYears = sqrt(years[i]);
  float d1 = (log(price[i] / strike[i]) + (riskFree + 0.5f * volatility * volatility) * years[i]) /
             (volatility * rootYears);
  float d2 = d1 - volatility * rootYears;
  float n1 = cumulativeNormal(d1);
  float n2 = cumulativeNormal(d2);
  float discounted = strike[i] * exp(-riskFree * years[i]);
  call[i] = price[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
}
)cl";

class BlackScholes : public Workload {
public:
  BlackScholes() {
    setArguments(kernel_, price_, strike_, years_, call_, put_, size::options, kRiskFree,
                 kVolatility);
  }

  void run() override {
    device_.launch(kernel_, roundUp(size::options, size::block), size::block);
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    std::vector<float> prices = device_.read<float>(call_, size::options);
    const std::vector<float> puts = device_.read<float>(put_, size::options);
    prices.insert(prices.end(), puts.begin(), puts.end());
    return prices;
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "blackScholes");
  cl::Buffer price_ = device_.buffer(randomFloats(size::options, 5.0f, 30.0f, 1));
  cl::Buffer strike_ = device_.buffer(randomFloats(size::options, 1.0f, 100.0f, 2));
  cl::Buffer years_ = device_.buffer(randomFloats(size::options, 0.25f, 10.0f, 3));
  cl::Buffer call_ = device_.buffer<float>(size::options);
  cl::Buffer put_ = device_.buffer<float>(size::options);
};

} // namespace

std::unique_ptr<Workload> makeBlackScholes() {
  return std::make_unique<BlackScholes>();
}

} // namespace heddle::bench
