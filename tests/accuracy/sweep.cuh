// All floats through a function of one argument, compared in the kernel itself with the double
// function of the same name, whose error of a few units of a double's last place is nothing to a
// float's.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

namespace heddle::accuracy {

// What a thread has met: the largest distance from the rounded value in steps, and from the value
// itself in units of the last place, with the arguments.
struct Found {
  std::uint32_t steps, stepsAt;
  float error;
  std::uint32_t errorAt;
};

constexpr std::uint32_t kWrongKind = 1u << 30; // NaN, infinity or a zero's sign where there is none

__device__ inline std::uint32_t stepsBetween(float a, float b) {
  const int i = __float_as_int(a), j = __float_as_int(b);
  const bool nan = a != a || b != b;
  if (nan)
    return a != a && b != b ? 0 : kWrongKind;
  if (a == 0 && b == 0)
    return i == j ? 0 : kWrongKind;
  const int p = i < 0 ? INT_MIN - i : i, q = j < 0 ? INT_MIN - j : j;
  const long long distance = static_cast<long long>(p) - q;
  return static_cast<std::uint32_t>(distance < 0 ? -distance : distance);
}

// In units of the last place of the float nearest to the exact value.
__device__ inline float errorOf(float result, double exact) {
  const int bits = __float_as_int(static_cast<float>(exact));
  const int exponent = max(bits >> 23 & 255, 1);
  const double unit = __longlong_as_double(static_cast<long long>(1023 + 150 - exponent) << 52);
  const float error = static_cast<float>(fabs(result - exact) * unit);
  return error < 1e30f ? error : 0.0f; // what is no number shows in the steps
}

constexpr unsigned kSweepThreads = 1u << 14, kSweepBlock = 256;

template <class F> __global__ void sweep(std::uint32_t first, std::uint32_t rounds, Found* found) {
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  Found mine = {0, 0, 0, 0};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t bits = first + round * kSweepThreads + thread;
    const float x = __uint_as_float(bits);
    const float result = F::single(x);
    const double exact = F::wide(x);
    const std::uint32_t steps =
        F::excluded(x) ? 0 : stepsBetween(result, static_cast<float>(exact));
    const float error = F::excluded(x) ? 0 : errorOf(result, exact);
    if (steps > mine.steps) {
      mine.steps = steps;
      mine.stepsAt = bits;
    }
    if (error > mine.error) {
      mine.error = error;
      mine.errorAt = bits;
    }
  }
  found[thread] = mine;
}

} // namespace heddle::accuracy
