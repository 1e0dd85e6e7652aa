// What is compared: suites of benchmarks, the platforms of each, how far their results may differ,
// and the goals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::bench {

struct Platform {
  const char* name;   // in --platforms
  const char* title;  // in the table
  const char* suffix; // of the programs: bench_SUFFIX, cold_start_SUFFIX
  const char* needs;  // without which its programs are not built
};

enum class Kind : std::uint8_t { Workload, Launches, ColdStartWarmCache, ColdStartEmptyCache };

// Elements differ when |a - b| > absolute + relative * |a|; so many of them may, as a fraction.
struct Tolerance {
  double absolute, relative, fraction;
};

// How many other platforms a suite compares Heddle with, at most.
constexpr std::size_t kMostPeers = 2;

// Zero: no goal.
struct Goals {
  double speedOver[kMostPeers]; // the platforms of the suite before Heddle, in their order
  double seconds;
};

struct Benchmark {
  const char* name;
  Kind kind;
  Tolerance tolerance;
  Goals goals;
};

struct Suite {
  const char* name; // in --suites
  const char* title;
  std::span<const Platform> platforms; // Heddle is the last one
  std::span<const Benchmark> benchmarks;

  std::size_t heddle() const { return platforms.size() - 1; }
};

// The first one is `kernels`, whose programs exist in every build.
std::span<const Suite> suites();

// Empty when `other` agrees with `reference`, else what is wrong.
std::string compareResults(const std::vector<float>& reference, const std::vector<float>& other,
                           const Tolerance& tolerance);

} // namespace heddle::bench
