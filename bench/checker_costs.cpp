#include "checker_costs.h"

#include "process.h"
#include "suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace heddle::bench {
namespace {

struct Tool {
  const char* title;
  const char* words; // of HEDDLE_CHECK
  double goal;       // the geometric mean of the costs; 0: no goal
};
constexpr std::array<Tool, 6> kTools = {{
    {"unchecked", "", 0},
    {"memcheck", "memcheck", 3},
    {"initcheck", "initcheck", 4},
    {"synccheck", "synccheck", 1.5},
    {"racecheck", "racecheck", 10},
    {"racecheck of all memory", "racecheck,global-races", 0},
}};

struct Cost {
  double seconds = 0; // of one run, the shortest
  std::uint64_t peakBytes = 0;
};
using Row = std::array<Cost, kTools.size()>;

// Only kernels are compared: the costs of launches and of starts are not those of the checks.
const Suite& suite() {
  return suites().front();
}

class CheckerCosts {
public:
  explicit CheckerCosts(const CheckerCostSettings& settings) : settings_(settings) {}

  // The tools in turn, several times over, so that all meet the same disturbances.
  Row measure(const Benchmark& benchmark) const {
    Row row;
    for (int round = 0; round < settings_.rounds; ++round) {
      for (std::size_t tool = 0; tool < kTools.size(); ++tool) {
        add(row[tool], runOnce(benchmark, kTools[tool]));
      }
    }
    return row;
  }

private:
  Cost runOnce(const Benchmark& benchmark, const Tool& tool) const {
    Environment environment = platformEnvironment(cache_.path());
    environment.emplace_back("HEDDLE_BENCH_CLOCK", "cpu");
    // Like all suites, this compares the optimised code, which is the one that stays.
    environment.emplace_back("HEDDLE_JIT", "full");
    environment.emplace_back("HEDDLE_CHECK", tool.words);
    const ProcessOutcome outcome =
        runProcess({platformProgram("bench", suite().platforms[suite().heddle()].suffix),
                    benchmark.name, fmt::format("{}", settings_.seconds)},
                   environment);
    std::istringstream lines(outcome.output);
    const std::vector<double> samples(std::istream_iterator<double>(lines), {});
    if (outcome.exitCode != 0 || samples.empty()) {
      throw std::runtime_error(
          fmt::format("{} under {}: exit code {}", benchmark.name, tool.title, outcome.exitCode));
    }
    return {std::ranges::min(samples), outcome.peakBytes};
  }

  static void add(Cost& sum, const Cost& cost) {
    sum.seconds = sum.seconds == 0 ? cost.seconds : std::min(sum.seconds, cost.seconds);
    sum.peakBytes = std::max(sum.peakBytes, cost.peakBytes);
  }

  CheckerCostSettings settings_;
  TemporaryDirectory cache_;
};

void printRow(const char* name, const Row& row) {
  fmt::print("| {} | {:.2f} ms, {} MB |", name, row[0].seconds * 1e3, row[0].peakBytes >> 20);
  for (std::size_t tool = 1; tool < kTools.size(); ++tool) {
    fmt::print(" {:.2f}×, {:.1f}× |", row[tool].seconds / row[0].seconds,
               static_cast<double>(row[tool].peakBytes) / static_cast<double>(row[0].peakBytes));
  }
  fmt::print("\n");
}

void printMeans(const std::vector<Row>& rows) {
  fmt::print("| **geometric mean** | |");
  for (std::size_t tool = 1; tool < kTools.size(); ++tool) {
    double logarithms = 0;
    for (const Row& row : rows) {
      logarithms += std::log(row[tool].seconds / row[0].seconds);
    }
    const double mean = std::exp(logarithms / static_cast<double>(rows.size()));
    const double goal = kTools[tool].goal;
    fmt::print(" {:.2f}×{} |", mean,
               goal == 0 ? "" : fmt::format(", ≤ {}× {}", goal, mean <= goal ? "met" : "MISSED"));
  }
  fmt::print("\n");
}

} // namespace

int measureCheckerCosts(const CheckerCostSettings& settings) {
  const CheckerCosts costs(settings);
  fmt::print("Processor time of a run and memory of the program, as multiples of those without "
             "checks.\n\n| kernel |");
  for (const Tool& tool : kTools) {
    fmt::print(" {} |", tool.title);
  }
  fmt::print("\n|---|--:|--:|--:|--:|--:|--:|\n");
  std::vector<Row> rows;
  for (const Benchmark& benchmark : suite().benchmarks) {
    if (benchmark.kind == Kind::Workload &&
        std::string_view(benchmark.name).find(settings.filter) != std::string_view::npos) {
      rows.push_back(costs.measure(benchmark));
      printRow(benchmark.name, rows.back());
      std::fflush(stdout);
    }
  }
  if (rows.empty()) {
    throw std::runtime_error(fmt::format("no kernel has '{}' in its name", settings.filter));
  }
  printMeans(rows);
  return 0;
}

} // namespace heddle::bench
