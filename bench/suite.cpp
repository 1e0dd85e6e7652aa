#include "suite.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace heddle::bench {
namespace {

constexpr std::array<Platform, kPlatformCount> kPlatforms = {{
    {"openmp", "OpenMP", "openmp"},
    {"pocl", "PoCL", "opencl"},
    {"heddle", "Heddle", "cuda"},
}};

constexpr Tolerance kExact = {0, 0, 0};
// One multiplication and addition, fused or not.
constexpr Tolerance kRounding = {1e-6, 1e-6, 0};
// Sums in another order.
constexpr Tolerance kSums = {1e-4, 1e-4, 0};
// A pixel at the edge of the set escapes earlier or later with every rounding.
constexpr Tolerance kEdges = {0, 0, 0.005};

constexpr Benchmark kBenchmarks[] = {
    {"saxpy", Kind::Workload, kRounding, {0.9, 1, 0}},
    {"triad", Kind::Workload, kRounding, {0.9, 1, 0}},
    {"matmul_naive", Kind::Workload, kSums, {0, 4, 0}},
    {"matmul_tiled", Kind::Workload, kSums, {0, 4, 0}},
    {"matmul_registers", Kind::Workload, kSums, {0, 4, 0}},
    {"nbody", Kind::Workload, {0.05, 1e-3, 0}, {0.7, 4, 0}},
    {"mandelbrot", Kind::Workload, kEdges, {0.7, 4, 0}},
    {"reduction", Kind::Workload, kSums, {0, 1, 0}},
    {"histogram", Kind::Workload, kExact, {0, 1, 0}},
    {"transpose", Kind::Workload, kExact, {0, 1, 0}},
    {"transpose_naive", Kind::Workload, kExact, {0, 1, 0}},
    {"stencil", Kind::Workload, kRounding, {0, 1, 0}},
    {"stencil3d", Kind::Workload, kSums, {0, 1, 0}},
    {"convolution", Kind::Workload, kSums, {0, 1, 0}},
    // A point on the circle is inside or not with every rounding.
    {"monte_carlo", Kind::Workload, {1, 0, 0}, {0.7, 1, 0}},
    {"black_scholes", Kind::Workload, kSums, {0.7, 1, 0}},
    {"empty_launch", Kind::Launches, kExact, {0, 1, 7e-6}},
    {"async_launches", Kind::Launches, kExact, {0, 1, 2e-6}},
    {"cold_start_warm_cache", Kind::ColdStartWarmCache, kExact, {0, 1, 0.150}},
    {"cold_start_empty_cache", Kind::ColdStartEmptyCache, kExact, {0, 1, 0.600}},
};

} // namespace

std::span<const Platform, kPlatformCount> platforms() {
  return kPlatforms;
}

std::span<const Benchmark> benchmarks() {
  return kBenchmarks;
}

std::string compareResults(const std::vector<float>& reference, const std::vector<float>& other,
                           const Tolerance& tolerance) {
  if (reference.size() != other.size() || reference.empty()) {
    return fmt::format("{} values, not {}", other.size(), reference.size());
  }
  std::size_t different = 0;
  std::string first;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double expected = reference[i];
    const double difference = std::fabs(expected - other[i]);
    // Not written as `>`, which a NaN would pass.
    if (!(difference <= tolerance.absolute + tolerance.relative * std::fabs(expected))) {
      if (different++ == 0) {
        first = fmt::format("[{}] is {}, not {}", i, other[i], expected);
      }
    }
  }
  if (static_cast<double>(different) <= tolerance.fraction * static_cast<double>(other.size())) {
    return {};
  }
  return fmt::format("{} of {} values differ; {}", different, other.size(), first);
}

} // namespace heddle::bench
