// Measures the mathematical functions of the device library, as kernels run them, and compares the
// largest errors with the table of the programming guide. Rows L-102 to L-169.
//
//   accuracy [--step=N] [--samples=N] [--function=NAME]
//   accuracy --exhaustive --samples=N --results=FILE [--function=NAME]
//   accuracy --results=FILE --page=FILE
//
// The first, for a test, tries functions of one float with every N-th bit pattern and all others
// with N samples (random bit patterns, numbers of moderate size and special values) against the
// host's long double library. The second tries functions of one float with all bit patterns
// (sweep.cuh), and adds a line for each function to the results, where the arguments with the
// largest errors have been looked at by MPFR; functions that have their line already are passed
// over. The third makes a page of them.
#include "../unit/device_headers/accuracy.h"
#include "exact.h"
#include "half_sweep.cuh"
#include "sweep.cuh"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace heddle::accuracy;
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

int mpfrErfinv(mpfr_ptr r, mpfr_srcptr y, mpfr_rnd_t mode) {
  const auto start = static_cast<double>(inverseErf(mpfr_get_ld(y, mode)));
  return mpfrInverseErf(r, y, start, false, mode);
}
int mpfrErfcinv(mpfr_ptr r, mpfr_srcptr y, mpfr_rnd_t mode) {
  const auto start = static_cast<double>(inverseErfc(mpfr_get_ld(y, mode)));
  return mpfrInverseErf(r, y, start, true, mode);
}
int mpfrNormcdfinv(mpfr_ptr r, mpfr_srcptr p, mpfr_rnd_t mode) {
  Number twice, root;
  mpfr_mul_ui(twice, p, 2, mode);
  mpfrErfcinv(twice, twice, mode);
  mpfr_sqrt_ui(root, 2, mode);
  mpfr_mul(r, twice, root, mode);
  return mpfr_neg(r, r, mode);
}

// MPFR's function, of one or two arguments; where there is none, the other value is exact.
struct Reference {
  Unary unary = nullptr;
  Binary binary = nullptr;
  Reference(std::nullptr_t) {}
  Reference(Unary function) : unary(function) {}
  Reference(Binary function) : binary(function) {}
};

template <class T> struct Function {
  const char* name;
  unsigned arguments;
  double bound;
  void (*launch)(const T* x, const T* y, T* results, int count);
  long double (*exact)(long double x, long double y);
  Reference reference;
  void (*sweep)(std::uint32_t first, std::uint32_t rounds, Found* found);
};

constexpr int kBlock = 256;

// Arguments where the guide promises nothing: between the negative zeros of lgamma.
template <class T> __host__ __device__ constexpr bool isExcluded(const char* name, T x) {
  return name[0] == 'l' && name[1] == 'g' && x > T(-10.002) && x < T(-2.26);
}

#define FUNCTION1(name, floatBound, doubleBound, value, mpfr)                                      \
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
  }                                                                                                \
  struct name##Pair {                                                                              \
    static __device__ float single(float x) {                                                      \
      return name##f(x);                                                                           \
    }                                                                                              \
    static __device__ double wide(double x) {                                                      \
      return name(x);                                                                              \
    }                                                                                              \
    static __device__ bool excluded(float x) {                                                     \
      return isExcluded(#name, x);                                                                 \
    }                                                                                              \
  };                                                                                               \
  void name##Sweep(std::uint32_t first, std::uint32_t rounds, Found* found) {                      \
    sweep<name##Pair><<<kSweepThreads / kSweepBlock, kSweepBlock>>>(first, rounds, found);         \
  }
#define FUNCTION2(name, floatBound, doubleBound, value, mpfr)                                      \
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
#define FUNCTION1(name, floatBound, doubleBound, value, mpfr)                                      \
  {#name, 1, floatBound, name##Float, name##Exact, mpfr, name##Sweep},
#define FUNCTION2(name, floatBound, doubleBound, value, mpfr)                                      \
  {#name, 2, floatBound, name##Float, name##Exact, mpfr, nullptr},
#include "functions.def"
#undef FUNCTION1
#undef FUNCTION2
};
const Function<double> kDoubleFunctions[] = {
#define FUNCTION1(name, floatBound, doubleBound, value, mpfr)                                      \
  {#name, 1, doubleBound, name##Double, name##Exact, mpfr, nullptr},
#define FUNCTION2(name, floatBound, doubleBound, value, mpfr)                                      \
  {#name, 2, doubleBound, name##Double, name##Exact, mpfr, nullptr},
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
  T x = 0, y = 0, result = 0;
  unsigned long long tried = 0;
};

constexpr int kChunk = 1 << 14;

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

  // All arguments; the first result.
  T evaluate() {
    function_.launch(x_, y_, results_, kChunk);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    return results_[0];
  }

  void runChunk() {
    evaluate();
    for (int i = 0; i < kChunk; ++i) {
      if (isExcluded(function_.name, x_[i]))
        continue;
      const long double error = stepsFromRounded(results_[i], function_.exact(x_[i], y_[i]));
      if (error > worst.error) {
        worst.error = error;
        worst.x = x_[i];
        worst.y = y_[i];
        worst.result = results_[i];
      }
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

template <class T> T rounded(mpfr_srcptr exact) {
  if constexpr (sizeof(T) == 4)
    return mpfr_get_flt(exact, MPFR_RNDN);
  else
    return mpfr_get_d(exact, MPFR_RNDN);
}

// What a function has done at worst: in steps from the rounded value, as the guide measures, and in
// units of the last place from the value itself.
struct Result {
  std::string name, type, method;
  unsigned long long tried = 0;
  double bound = 0, steps = 0, error = 0, x = 0, y = 0;
};

// By MPFR, unless it has no such function.
template <class T> void look(const Function<T>& function, T x, T y, T value, Result& result) {
  long double steps, error;
  const Number a(x), b(y);
  Number exact;
  if (!std::isfinite(x) || !std::isfinite(y) ||
      (!function.reference.unary && !function.reference.binary)) {
    const long double wide = function.exact(x, y);
    steps = stepsFromRounded(value, wide);
    error = errorInUlps(value, wide);
  } else {
    if (function.reference.unary)
      function.reference.unary(exact, a, MPFR_RNDN);
    else
      function.reference.binary(exact, a, b, MPFR_RNDN);
    const T nearest = rounded<T>(exact);
    steps = errorInUlps(value, static_cast<long double>(nearest));
    Number difference;
    mpfr_d_sub(difference, static_cast<double>(value), exact, MPFR_RNDN);
    error = std::isfinite(nearest) && std::isfinite(value)
                ? std::fabs(mpfr_get_ld(difference, MPFR_RNDN)) /
                      heddle::test::ulpAt<T>(static_cast<long double>(nearest))
                : steps;
  }
  if (steps > result.steps || (steps == result.steps && error > result.error)) {
    result.x = x;
    result.y = y;
  }
  result.steps = std::max(result.steps, static_cast<double>(steps));
  result.error = std::max(result.error, static_cast<double>(error));
}

template <class T> T single(const Function<T>& function, T x) {
  Measurement<T> one(function);
  std::fill(one.x(), one.x() + kChunk, x);
  return one.evaluate();
}

// All bit patterns, those of one sign and exponent at a time; of each the worst go to MPFR.
Result sweepAll(const Function<float>& function) {
  Result result{function.name, "float", "all", 1ull << 32, function.bound};
  Found* found;
  check(cudaMallocManaged(&found, kSweepThreads * sizeof(Found)));
  constexpr std::uint32_t kStep = 1u << 23;
  const auto lookAt = [&](std::uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, 4);
    look(function, x, 0.0f, single(function, x), result);
  };
  for (std::uint32_t part = 0; part < 512; ++part) {
    function.sweep(part * kStep, kStep / kSweepThreads, found);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    const auto* steps = std::max_element(found, found + kSweepThreads,
                                         [](auto& a, auto& b) { return a.steps < b.steps; });
    const auto* error = std::max_element(found, found + kSweepThreads,
                                         [](auto& a, auto& b) { return a.error < b.error; });
    if (steps->steps > 0 && steps->steps >= result.steps)
      lookAt(steps->stepsAt);
    if (error->error > result.error)
      lookAt(error->errorAt);
  }
  cudaFree(found);
  return result;
}

template <class T>
Result sampleMany(const Function<T>& function, unsigned long long step,
                  unsigned long long samples) {
  const Worst<T> worst = measure(function, step, samples);
  Result result{function.name, sizeof(T) == 4 ? "float" : "double", "samples", worst.tried,
                function.bound};
  if (worst.error > 0)
    look(function, worst.x, worst.y, worst.result, result);
  return result;
}

struct HalfFunction {
  const char* name;
  void (*half)(std::uint16_t*);
  void (*bfloat16)(std::uint16_t*);
  long double (*exact)(long double x);
};

#define HALF(name, exact)                                                                          \
  struct name##Function {                                                                          \
    template <class T> static __device__ T value(T x) {                                            \
      return name(x);                                                                              \
    }                                                                                              \
  };                                                                                               \
  void name##Half(std::uint16_t* results) {                                                        \
    halfSweep<name##Function, __half><<<256, 256>>>(results);                                      \
  }                                                                                                \
  void name##Bfloat16(std::uint16_t* results) {                                                    \
    halfSweep<name##Function, __nv_bfloat16><<<256, 256>>>(results);                               \
  }                                                                                                \
  long double name##Value(long double x) {                                                         \
    return exact;                                                                                  \
  }
#include "half_functions.def"
#undef HALF
const HalfFunction kHalfFunctions[] = {
#define HALF(name, exact) {#name, name##Half, name##Bfloat16, name##Value},
#include "half_functions.def"
#undef HALF
};
// The documentation has no table for these; results are meant to be rounded from single precision.
constexpr double kHalfBound = 1;

template <class T>
Result sweepHalves(const HalfFunction& function, void (*launch)(std::uint16_t*)) {
  Result result{function.name, Format<T>::name, "all", 65536, kHalfBound};
  std::uint16_t* values;
  check(cudaMallocManaged(&values, 65536 * sizeof *values));
  launch(values);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const long double x = valueOf<T>(static_cast<std::uint16_t>(bits));
    const double steps = heddle::accuracy::stepsFromRounded<T>(values[bits], function.exact(x));
    if (steps > result.steps) {
      result.steps = result.error = steps;
      result.x = static_cast<double>(x);
    }
  }
  cudaFree(values);
  return result;
}

void write(std::ostream& out, const Result& result) {
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "%llu\t%g\t%g\t%.3f\t%.17g\t%.17g", result.tried,
                result.bound, result.steps, result.error, result.x, result.y);
  out << result.name << '\t' << result.type << '\t' << result.method << '\t' << numbers
      << std::endl;
}

std::map<std::pair<std::string, std::string>, Result> readResults(const std::string& file) {
  std::map<std::pair<std::string, std::string>, Result> results;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    Result result;
    fields >> result.name >> result.type >> result.method >> result.tried >> result.bound >>
        result.steps >> result.error >> result.x >> result.y;
    results[{result.name, result.type}] = result;
  }
  return results;
}

void writePage(const std::string& resultsFile, const std::string& pageFile) {
  const auto results = readResults(resultsFile);
  std::ofstream page(pageFile);
  page << "# Accuracy of the device math library\n\n"
          "Written by `tests/accuracy/accuracy.cu` from `tests/accuracy/results.tsv`, which it "
          "makes too.\n"
          "For each function as kernels run it: the largest distance found between its result and "
          "the\n"
          "correctly rounded one, in steps from one number to the next, as the CUDA programming "
          "guide\n"
          "measures; beside it the guide's bound; and the largest distance from the exact value, "
          "in units of\n"
          "the last place.\n\n"
          "*All* means all 2^32 bit patterns. They are compared in the kernel with the double "
          "function of\n"
          "the same name, whose own error is below a millionth of a float's last place; for each "
          "sign and\n"
          "exponent the arguments with the largest errors are then looked at by MPFR with 320 "
          "bits, and that\n"
          "is what stands here. Where there is a number, so many samples were tried (random bit "
          "patterns,\n"
          "numbers of moderate size, special values) against the host's long double library, and "
          "the worst\n"
          "of them by steps looked at by MPFR: its error need not be the largest. For functions of "
          "one\n"
          "float the samples are bit patterns at equal distances.\n\n"
          "lgamma is measured outside (-10.001, -2.264), as in the guide. The Bessel functions are "
          "checked\n"
          "against MPFR by `tests/unit/device_headers/bessel_test.cpp`.\n\n"
          "| function | float: tried | steps | guide | error | double: tried | steps | guide | "
          "error |\n"
          "|---|---|---|---|---|---|---|---|---|\n";
  const auto cells = [&](const char* name, const char* type) {
    const auto found = results.find({name, type});
    if (found == results.end())
      return std::string(" | | | |");
    const Result& r = found->second;
    char text[160];
    std::snprintf(text, sizeof text, " %s | %g | %g | %.3f |",
                  r.method == "all" ? "all" : std::to_string(r.tried).c_str(), r.steps, r.bound,
                  r.error);
    return std::string(text);
  };
  for (const Function<float>& function : kFloatFunctions)
    page << "| `" << function.name << "` |" << cells(function.name, "float")
         << cells(function.name, "double") << '\n';
  page << "\nFunctions of 16-bit numbers, with all 65,536 values, against the host's long double "
          "library:\n\n"
          "| function | half: steps | bfloat16: steps |\n|---|---|---|\n";
  for (const HalfFunction& function : kHalfFunctions) {
    page << "| `" << function.name << "` |";
    for (const char* type : {Format<__half>::name, Format<__nv_bfloat16>::name}) {
      const auto found = results.find({function.name, type});
      if (found != results.end())
        page << ' ' << found->second.steps;
      page << " |";
    }
    page << '\n';
  }
}

bool report(const Result& result) {
  const bool fits = result.steps <= result.bound;
  std::printf("%s %-10s %-6s %g steps of %g, %.3f ulp, at (%.17g, %.17g), %s %llu\n",
              fits ? "   " : "BAD", result.name.c_str(), result.type.c_str(), result.steps,
              result.bound, result.error, result.x, result.y, result.method.c_str(), result.tried);
  std::fflush(stdout);
  return fits;
}

} // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    options[argument.substr(0, equals)] =
        equals == std::string::npos ? "" : argument.substr(equals + 1);
  }
  const auto number = [&](const char* name, unsigned long long otherwise) {
    return options.count(name) ? std::stoull(options[name]) : otherwise;
  };
  const std::string results = options["--results"];
  if (options.count("--page")) {
    writePage(results, options["--page"]);
    return 0;
  }
  const bool exhaustive = options.count("--exhaustive");
  const unsigned long long step = number("--step", 65537), samples = number("--samples", kChunk);
  const auto known = readResults(results);
  std::ofstream out;
  if (!results.empty())
    out.open(results, std::ios::app);
  bool good = true;
  const auto add = [&](const Result& result) {
    good &= report(result);
    if (out.is_open())
      write(out, result);
  };
  for (std::size_t i = 0; i < std::size(kFloatFunctions); ++i) {
    const Function<float>& single = kFloatFunctions[i];
    const Function<double>& wide = kDoubleFunctions[i];
    if (options.count("--function") && options["--function"] != single.name)
      continue;
    if (!known.count({single.name, "float"}))
      add(exhaustive && single.sweep ? sweepAll(single) : sampleMany(single, step, samples));
    if (!known.count({wide.name, "double"}))
      add(sampleMany(wide, step, samples));
  }
  for (const HalfFunction& function : kHalfFunctions) {
    if (options.count("--function") && options["--function"] != function.name)
      continue;
    if (!known.count({function.name, Format<__half>::name}))
      add(sweepHalves<__half>(function, function.half));
    if (!known.count({function.name, Format<__nv_bfloat16>::name}))
      add(sweepHalves<__nv_bfloat16>(function, function.bfloat16));
  }
  return good ? 0 : 1;
}
