// What is compared: the platforms, the benchmarks, how far their results may differ, and the goals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::bench {

struct Platform {
  const char* name;   // in --platforms
  const char* title;  // in the table
  const char* suffix; // of the programs: bench_SUFFIX, cold_start_SUFFIX
};
constexpr std::size_t kOpenmp = 0, kPocl = 1, kHeddle = 2, kPlatformCount = 3;
std::span<const Platform, kPlatformCount> platforms();

enum class Kind : std::uint8_t { Workload, Launches, ColdStartWarmCache, ColdStartEmptyCache };

// Elements differ when |a - b| > absolute + relative * |a|; so many of them may, as a fraction.
struct Tolerance {
  double absolute, relative, fraction;
};

// Zero: no goal.
struct Goals {
  double speedOverOpenmp, speedOverPocl, seconds;
};

struct Benchmark {
  const char* name;
  Kind kind;
  Tolerance tolerance;
  Goals goals;
};
std::span<const Benchmark> benchmarks();

// Empty when `other` agrees with `reference`, else what is wrong.
std::string compareResults(const std::vector<float>& reference, const std::vector<float>& other,
                           const Tolerance& tolerance);

} // namespace heddle::bench
