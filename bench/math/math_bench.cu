// Mathematical functions in kernels against the same loops through SLEEF, on one core: prints the
// time for an element of both and the ratio.
#include "sleef_loops.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kCount = 1 << 17; // two arrays and the results stay in the cache
constexpr int kBlock = 256;
constexpr int kRounds = 40;
constexpr int kTimes =
    16; // in a round: a launch and its end take as long as a few thousand elements

#define KERNEL(name, call)                                                                         \
  __global__ void name(const float* x, const float* y, float* results) {                           \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                           \
    results[i] = call;                                                                             \
  }
KERNEL(sine, sinf(x[i]))
KERNEL(cosine, cosf(x[i]))
KERNEL(exponential, expf(x[i]))
KERNEL(logarithm, logf(y[i]))
KERNEL(power, powf(y[i], x[i]))
KERNEL(root, sqrtf(y[i]))
KERNEL(error, erff(x[i]))

using Kernel = void (*)(const float*, const float*, float*);
// Logarithm, power and root have the positive array as their first argument.
const struct {
  Kernel kernel;
  bool positive;
} kernels[7] = {{sine, false}, {cosine, false}, {exponential, false}, {logarithm, true},
                {power, true}, {root, true},    {error, false}};

void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "math_bench: %s\n", cudaGetErrorString(status));
    std::exit(1);
  }
}

template <class Work> double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main() {
  setenv("HEDDLE_WORKERS", "1", 1);
  setenv("HEDDLE_JIT", "full", 1); // no kernel begins with quick code
  float *x, *y, *results;
  for (float** array : {&x, &y, &results})
    check(cudaMallocManaged(array, kCount * sizeof(float)));
  for (int i = 0; i < kCount; ++i) {
    x[i] = static_cast<float>((i * 7919 % kCount) - kCount / 2) * (10.0f / kCount);
    y[i] = static_cast<float>(i + 1) * (8.0f / kCount);
  }
  std::printf("%-6s %12s %12s %8s\n", "", "SLEEF ns", "kernel ns", "ratio");
  for (int k = 0; k < 7; ++k) {
    const float* first = kernels[k].positive ? y : x;
    const float* second = kernels[k].positive ? x : y;
    double sleef = HUGE_VAL, kernel = HUGE_VAL, difference = 0;
    for (int round = 0; round < kRounds; ++round) {
      sleef = std::min(sleef, seconds([&] {
                         for (int i = 0; i < kTimes; ++i)
                           sleefLoops[k].run(first, second, results, kCount);
                       }));
      const float last = results[kCount / 3];
      kernel = std::min(kernel, seconds([&] {
                          for (int i = 0; i < kTimes; ++i)
                            kernels[k].kernel<<<kCount / kBlock, kBlock>>>(x, y, results);
                          check(cudaDeviceSynchronize());
                        }));
      difference = std::fabs(last - results[kCount / 3]);
    }
    if (!(difference <= 1e-4 * std::fabs(results[kCount / 3]))) {
      std::fprintf(stderr, "math_bench: %s gives another result\n", sleefLoops[k].name);
      return 1;
    }
    std::printf("%-6s %12.3f %12.3f %8.2f\n", sleefLoops[k].name, sleef / kTimes / kCount * 1e9,
                kernel / kTimes / kCount * 1e9, sleef / kernel);
  }
  return 0;
}
