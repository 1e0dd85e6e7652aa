// Measures the benchmarks of a suite: runs the platforms' programs in turn and compares what they
// compute.
#pragma once

#include "process.h"
#include "suite.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

struct Settings {
  std::string filter;
  std::vector<std::string> suites;    // empty: all
  std::vector<std::string> platforms; // empty: all
  int rounds = 3;
  double seconds = 0.4;
  std::vector<unsigned> threads; // tables for each of these; empty: with all threads
  std::string outputFile;
  std::string documentFile;
  bool measuresProcessorTime = false;
  bool measuresChecker = false;
};

struct Row {
  const Benchmark* benchmark;
  // Seconds by platform of the suite: the shortest run, or the median start of a process. Other
  // programs on the machine only ever make a run longer.
  std::vector<std::optional<double>> times;
  std::vector<const Platform*> unsupportedBy; // platforms that cannot do this on this machine
  std::vector<std::string> complaints;        // results that differ, programs that fail
};

class Session {
public:
  // `threads` is how many every platform may use, 0 for all there are.
  Session(const Suite& suite, const Settings& settings, unsigned threads);

  Row measure(const Benchmark& benchmark) const;

  // Platforms that were asked for and whose programs have not been built.
  const std::vector<const Platform*>& missing() const { return missing_; }
  bool measuresAnything() const { return !chosen_.empty(); }

private:
  using Samples = std::vector<std::vector<double>>; // by platform of the suite

  const Platform& platform(std::size_t index) const { return suite_.platforms[index]; }
  Environment environment(const std::filesystem::path& cache) const;
  void measureWorkload(const Benchmark& benchmark, Samples& samples, Row& row) const;
  void compare(const Benchmark& benchmark, const std::vector<std::size_t>& working,
               const std::filesystem::path& directory, Row& row) const;
  std::vector<float> readResult(const std::filesystem::path& directory, std::size_t index) const;
  void measureColdStart(bool warm, Samples& samples, Row& row) const;

  const Suite& suite_;
  const Settings& settings_;
  unsigned threads_;
  std::vector<std::size_t> chosen_; // of the suite's platforms
  std::vector<const Platform*> missing_;
  TemporaryDirectory cache_;
};

} // namespace heddle::bench
