// Shows: the errors of the fast functions, measured against their bounds.
// From: T-011, a lab of the textbook; the bounds are those of the guide's tables.
// Try next: arguments far from zero for __sinf and __cosf, which have no bound there.
#include <cmath>
#include <limits>

#include "../device_array.h"

// The functions that the program goes through.
enum Function { Exp, Exp10, Log, Log2, Log10, Sin, Cos, Divide, Count };

__global__ void evaluate(Function function, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float x = in[i];
  switch (function) {
  case Exp:
    out[i] = __expf(x);
    break;
  case Exp10:
    out[i] = __exp10f(x);
    break;
  case Log:
    out[i] = __logf(x);
    break;
  case Log2:
    out[i] = __log2f(x);
    break;
  case Log10:
    out[i] = __log10f(x);
    break;
  case Sin:
    out[i] = __sinf(x);
    break;
  case Cos:
    out[i] = __cosf(x);
    break;
  case Divide:
    out[i] = __fdividef(1.7f, x);
    break;
  case Count:
    break;
  }
}

static double exact(Function function, double x) {
  switch (function) {
  case Exp:
    return std::exp(x);
  case Exp10:
    return std::pow(10.0, x);
  case Log:
    return std::log(x);
  case Log2:
    return std::log2(x);
  case Log10:
    return std::log10(x);
  case Sin:
    return std::sin(x);
  case Cos:
    return std::cos(x);
  case Divide:
    return static_cast<double>(1.7f) / x;
  case Count:
    break;
  }
  return 0;
}

// The distance of floats near this value.
static double ulp(double value) {
  const float here = std::fabs(static_cast<float>(value));
  return std::nextafter(here, std::numeric_limits<float>::infinity()) - here;
}

static double bound(Function function, double x, double value) {
  const bool nearOne = x >= 0.5 && x <= 2;
  switch (function) {
  case Exp:
    return (2 + std::floor(std::fabs(1.16 * x)) + 1) * ulp(value);
  case Exp10:
    return (2 + std::floor(std::fabs(2.95 * x)) + 1) * ulp(value);
  case Log:
    return nearOne ? std::exp2(-21.41) : 3 * ulp(value);
  case Log2:
    return nearOne ? std::exp2(-22) : 2 * ulp(value);
  case Log10:
    return nearOne ? std::exp2(-24) : 3 * ulp(value);
  case Sin:
    return std::exp2(-21.41);
  case Cos:
    return std::exp2(-21.19);
  case Divide:
    return 2 * ulp(value);
  case Count:
    break;
  }
  return 0;
}

struct Range {
  const char* name;
  float low, high;
};

int main() {
  const Range ranges[Count] = {{"__expf", -10, 10},
                               {"__exp10f", -5, 5},
                               {"__logf", 0.01f, 50},
                               {"__log2f", 0.01f, 50},
                               {"__log10f", 0.01f, 50},
                               {"__sinf", -3.14159f, 3.14159f},
                               {"__cosf", -3.14159f, 3.14159f},
                               {"__fdividef", 0.01f, 1000}};
  const int n = 4096;
  for (int f = 0; f < Count; ++f) {
    const Function function = static_cast<Function>(f);
    std::vector<float> in(n);
    for (int i = 0; i < n; ++i)
      in[i] = ranges[f].low + (ranges[f].high - ranges[f].low) * i / (n - 1);
    DeviceArray<float> deviceIn(in), deviceOut(n);
    evaluate<<<n / 128, 128>>>(function, deviceIn, deviceOut, n);
    const std::vector<float> out = deviceOut.values();
    double worst = 0;
    for (int i = 0; i < n; ++i) {
      const double value = exact(function, in[i]), error = std::fabs(out[i] - value);
      EXPECT(error <= bound(function, in[i], value));
      if (std::fabs(value) > 0.1)
        worst = std::max(worst, error / std::fabs(value));
    }
    std::printf("%-10s largest relative error %.3g\n", ranges[f].name, worst);
  }
  return report();
}
