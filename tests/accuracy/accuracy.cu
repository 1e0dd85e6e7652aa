// Measures the mathematical functions of the device library, as kernels run them, against the
// host's long double library, and compares the largest errors with the table of the programming
// guide. Rows L-102 to L-169.
//
//   accuracy [--step N] [--samples N] [--markdown FILE] [FUNCTION...]
//
// Functions of one float are tried with every N-th bit pattern (1: all of them), others with as
// many samples, which are random bit patterns, numbers of moderate size and special values.
#include "../unit/device_headers/accuracy.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using heddle::test::errorInUlps;
using heddle::test::Random;

namespace {

constexpr long double kPi = 3.141592653589793238462643383279502884L;

// pi x loses digits as a product; reduced first it does not.
long double sineOfPi(long double x) {
  const long double r = std::remainder(x, 2.0L), a = std::fabs(r);
  if (a == 0 || a == 1)
    return x * 0.0L;
  const long double folded = a > 0.5L ? 1 - a : a;
  const long double s = folded > 0.25L ? std::cos((0.5L - folded) * kPi) : std::sin(folded * kPi);
  return std::copysign(s, r);
}
long double cosineOfPi(long double x) {
  const long double a = std::fabs(std::remainder(x, 2.0L));
  if (a == 0.5L)
    return 0.0L;
  const long double folded = a > 0.5L ? 1 - a : a;
  const long double c = folded > 0.25L ? std::sin((0.5L - folded) * kPi) : std::cos(folded * kPi);
  return a > 0.5L ? -c : c;
}

long double scaledErfc(long double x) {
  if (x < 12)
    return std::exp(x * x) * std::erfc(x);
  // The asymptotic series, whose terms fall below the last digit here.
  long double sum = 1, term = 1;
  for (int k = 1; k < 25; ++k) {
    term *= -(2 * k - 1) / (2 * x * x);
    sum += term;
  }
  return sum / (x * std::sqrt(kPi));
}
long double normalDistribution(long double x) {
  return std::erfc(-x / std::sqrt(2.0L)) / 2;
}

// Newton's iteration on log erfc, which is nearly straight where erfc is small.
long double inverseErfc(long double y) {
  if (!(y > 0 && y < 2))
    return y == 0 ? HUGE_VALL : y == 2 ? -HUGE_VALL : NAN;
  if (y > 1) {
    const long double z = 2 - y;
    return z < 1 ? -inverseErfc(z) : 0.0L;
  }
  if (y == 1)
    return 0.0L;
  long double x = y > 0.5L ? (1 - y) * std::sqrt(kPi) / 2 : std::sqrt(-std::log(y));
  for (int i = 0; i < 100; ++i) {
    const long double e = std::erfc(x);
    const long double slope = -2 / std::sqrt(kPi) * std::exp(-x * x);
    // 1 - y is exact near 1, where erfc has lost digits.
    const long double residue = y > 0.5L ? (1 - y) - std::erf(x) : 0;
    const long double change = y > 0.5L ? -residue / -slope : e * std::log(e / y) / slope;
    x -= change;
    if (std::fabs(change) <= std::fabs(x) * 0x1p-66L)
      break;
  }
  return x;
}
long double inverseErf(long double y) {
  const long double a = std::fabs(y);
  if (a == 0)
    return y;
  if (a > 0.5L)
    return std::copysign(inverseErfc(1 - a), y);
  long double x = a * std::sqrt(kPi) / 2;
  for (int i = 0; i < 50; ++i) {
    const long double change = (std::erf(x) - a) * std::sqrt(kPi) / 2 * std::exp(x * x);
    x -= change;
    if (std::fabs(change) <= x * 0x1p-66L)
      break;
  }
  return std::copysign(x, y);
}
// The guide leaves out the zeros on the negative side, where the error is absolute.
long double logGamma(long double x) {
  return std::lgamma(x);
}

template <class T> struct Function {
  const char* name;
  unsigned arguments;
  double bound;
  void (*launch)(const T* x, const T* y, T* results, int count);
  long double (*exact)(long double x, long double y);
};

constexpr int kBlock = 256;

#define FUNCTION1(name, floatBound, doubleBound, value)                                            \
  __global__ void name##FloatKernel(const float* x, float* results) {                              \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    results[i] = name##f(x[i]);                                                                    \
  }                                                                                                \
  __global__ void name##DoubleKernel(const double* x, double* results) {                           \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    results[i] = name(x[i]);                                                                       \
  }                                                                                                \
  void name##Float(const float* x, const float*, float* results, int count) {                      \
    name##FloatKernel<<<count / kBlock, kBlock>>>(x, results);                                     \
  }                                                                                                \
  void name##Double(const double* x, const double*, double* results, int count) {                  \
    name##DoubleKernel<<<count / kBlock, kBlock>>>(x, results);                                    \
  }                                                                                                \
  long double name##Exact(long double x, long double) {                                            \
    return value;                                                                                  \
  }
#define FUNCTION2(name, floatBound, doubleBound, value)                                            \
  __global__ void name##FloatKernel(const float* x, const float* y, float* results) {              \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    results[i] = name##f(x[i], y[i]);                                                              \
  }                                                                                                \
  __global__ void name##DoubleKernel(const double* x, const double* y, double* results) {          \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    results[i] = name(x[i], y[i]);                                                                 \
  }                                                                                                \
  void name##Float(const float* x, const float* y, float* results, int count) {                    \
    name##FloatKernel<<<count / kBlock, kBlock>>>(x, y, results);                                  \
  }                                                                                                \
  void name##Double(const double* x, const double* y, double* results, int count) {                \
    name##DoubleKernel<<<count / kBlock, kBlock>>>(x, y, results);                                 \
  }                                                                                                \
  long double name##Exact(long double x, long double y) {                                          \
    return value;                                                                                  \
  }
#include "functions.def"
#undef FUNCTION1
#undef FUNCTION2

const Function<float> kFloatFunctions[] = {
#define FUNCTION1(name, floatBound, doubleBound, value)                                            \
  {#name, 1, floatBound, name##Float, name##Exact},
#define FUNCTION2(name, floatBound, doubleBound, value)                                            \
  {#name, 2, floatBound, name##Float, name##Exact},
#include "functions.def"
#undef FUNCTION1
#undef FUNCTION2
};
const Function<double> kDoubleFunctions[] = {
#define FUNCTION1(name, floatBound, doubleBound, value)                                            \
  {#name, 1, doubleBound, name##Double, name##Exact},
#define FUNCTION2(name, floatBound, doubleBound, value)                                            \
  {#name, 2, doubleBound, name##Double, name##Exact},
#include "functions.def"
#undef FUNCTION1
#undef FUNCTION2
};

void check(cudaError_t error) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "accuracy: %s\n", cudaGetErrorString(error));
    std::exit(2);
  }
}

// As the guide measures: from the correctly rounded result, in units of the last place.
template <class T> long double stepsFromRounded(T result, long double exact) {
  return errorInUlps(result, static_cast<long double>(static_cast<T>(exact)));
}

template <class T> struct Worst {
  long double error = 0;
  T x = 0, y = 0;
  unsigned long long tried = 0;
};

constexpr int kChunk = 1 << 14;

// Arguments where the guide promises nothing: between the negative zeros of lgamma.
template <class T> bool isExcluded(const Function<T>& function, T x) {
  return std::string(function.name) == "lgamma" && x > T(-10.002) && x < T(-2.26);
}

template <class T> class Measurement {
public:
  explicit Measurement(const Function<T>& function) : function_(function) {
    for (T** buffer : {&x_, &y_, &results_})
      check(cudaMallocManaged(buffer, kChunk * sizeof(T)));
  }
  ~Measurement() {
    for (T* buffer : {x_, y_, results_})
      cudaFree(buffer);
  }
  Measurement(const Measurement&) = delete;
  Measurement& operator=(const Measurement&) = delete;

  T* x() { return x_; }
  T* y() { return y_; }

  void runChunk() {
    function_.launch(x_, y_, results_, kChunk);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    std::vector<Worst<T>> found(threads, worst);
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([this, t, threads, &found] {
        for (int i = static_cast<int>(t); i < kChunk; i += static_cast<int>(threads)) {
          if (isExcluded(function_, x_[i]))
            continue;
          const long double error = stepsFromRounded(results_[i], function_.exact(x_[i], y_[i]));
          if (error > found[t].error) {
            found[t].error = error;
            found[t].x = x_[i];
            found[t].y = y_[i];
          }
        }
      });
    for (std::thread& worker : workers)
      worker.join();
    for (const Worst<T>& one : found)
      if (one.error > worst.error) {
        const unsigned long long tried = worst.tried;
        worst = one;
        worst.tried = tried;
      }
    worst.tried += kChunk;
  }

  Worst<T> worst;

private:
  const Function<T>& function_;
  T *x_ = nullptr, *y_ = nullptr, *results_ = nullptr;
};

template <class T> T sample(Random& random) {
  static const T specials[] = {0,
                               T(-0.0),
                               1,
                               -1,
                               T(0.5),
                               2,
                               -2,
                               std::numeric_limits<T>::infinity(),
                               -std::numeric_limits<T>::infinity(),
                               std::numeric_limits<T>::quiet_NaN(),
                               std::numeric_limits<T>::denorm_min(),
                               std::numeric_limits<T>::min(),
                               std::numeric_limits<T>::max(),
                               -std::numeric_limits<T>::max()};
  switch (random.next() % 8) {
  case 0:
    return random.any<T>();
  case 1:
    return random.next() % 64 == 0 ? specials[random.next() % 14] : random.uniform(T(0), T(1));
  case 2:
    return random.uniform(T(-1), T(1));
  case 3:
    return random.uniform(T(-200), T(200));
  default:
    return std::ldexp(random.uniform(T(-2), T(2)), static_cast<int>(random.next() % 40) - 20);
  }
}

template <class T>
Worst<T> measure(const Function<T>& function, unsigned long long step, unsigned long long samples) {
  Measurement<T> measurement(function);
  if (sizeof(T) == 4 && function.arguments == 1) {
    for (unsigned long long first = 0; first < (1ull << 32); first += kChunk * step) {
      for (int i = 0; i < kChunk; ++i) {
        const unsigned long long bits = std::min(first + i * step, 0xffffffffull);
        const auto narrow = static_cast<std::uint32_t>(bits);
        std::memcpy(&measurement.x()[i], &narrow, 4);
      }
      measurement.runChunk();
    }
    return measurement.worst;
  }
  Random random;
  for (unsigned long long done = 0; done < samples; done += kChunk) {
    for (int i = 0; i < kChunk; ++i) {
      measurement.x()[i] = sample<T>(random);
      measurement.y()[i] = sample<T>(random);
    }
    measurement.runChunk();
  }
  return measurement.worst;
}

std::string cell(long double error, double bound) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2Lf | %g", error, bound);
  return text;
}

} // namespace

int main(int argc, char** argv) {
  unsigned long long step = 65537, samples = kChunk;
  std::string markdown;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--", 0) == 0 && i + 1 < argc) {
      const std::string value = argv[++i];
      if (argument == "--step")
        step = std::stoull(value);
      else if (argument == "--samples")
        samples = std::stoull(value);
      else if (argument == "--markdown")
        markdown = value;
    } else {
      names.push_back(argument);
    }
  }
  std::FILE* file = markdown.empty() ? nullptr : std::fopen(markdown.c_str(), "w");
  if (!markdown.empty() && !file) {
    std::fprintf(stderr, "accuracy: cannot write %s\n", markdown.c_str());
    return 2;
  }
  if (file)
    std::fprintf(
        file,
        "# Accuracy of the device math library\n\n"
        "Written by `tests/accuracy/accuracy.cu`. Largest differences found between what "
        "functions\n"
        "return in kernels and the correctly rounded result, in units of the last place; the "
        "host's\n"
        "long double library gives the exact values. Beside them stands the bound in the table of "
        "the\n"
        "CUDA programming guide, which is measured the same way. Functions of one float were "
        "tried\n"
        "with one bit pattern in %llu, the others with %llu values or pairs.\n"
        "lgamma is measured outside (-10.001, -2.264), as in the guide. The Bessel functions\n"
        "are checked against MPFR by `tests/unit/device_headers/bessel_test.cpp`.\n\n"
        "| function | float | guide | double | guide |\n|---|---|---|---|---|\n",
        step, samples);
  bool good = true;
  for (std::size_t i = 0; i < std::size(kFloatFunctions); ++i) {
    const Function<float>& single = kFloatFunctions[i];
    const Function<double>& wide = kDoubleFunctions[i];
    if (!names.empty() && std::find(names.begin(), names.end(), single.name) == names.end())
      continue;
    const Worst<float> f = measure(single, step, samples);
    const Worst<double> d = measure(wide, step, samples);
    const bool fits = f.error <= single.bound && d.error <= wide.bound;
    good &= fits;
    std::printf(
        "%s %-10s float %.3Lf of %g at (%.9g, %.9g), double %.3Lf of %g at (%.17g, %.17g)\n",
        fits ? "   " : "BAD", single.name, f.error, single.bound, static_cast<double>(f.x),
        static_cast<double>(f.y), d.error, wide.bound, d.x, d.y);
    std::fflush(stdout);
    if (file)
      std::fprintf(file, "| `%s` | %s | %s |\n", single.name, cell(f.error, single.bound).c_str(),
                   cell(d.error, wide.bound).c_str());
  }
  if (file)
    std::fclose(file);
  return good ? 0 : 1;
}
