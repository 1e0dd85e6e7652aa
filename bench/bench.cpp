// Runs the platforms' programs in turn, compares what they compute, and prints the table of times
// and ratios.
#include "checker_costs.h"
#include "process.h"
#include "suite.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace heddle::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kWarmStarts = 10;
constexpr int kEmptyStarts = 5;

struct Settings {
  std::string filter;
  std::vector<std::string> platforms = {"openmp", "pocl", "heddle"};
  int rounds = 3;
  double seconds = 0.4;
  std::vector<unsigned> threads; // a table for each of these; empty: one with all threads
  std::string outputFile;
  bool measuresChecker = false;
};

struct Row {
  const Benchmark* benchmark;
  std::array<std::optional<double>, kPlatformCount> medians; // seconds
  std::vector<std::string> complaints; // results that differ, programs that fail
};

double median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  return *middle;
}

class Session {
public:
  // `threads` is how many every platform may use, 0 for all there are.
  Session(const Settings& settings, unsigned threads) : settings_(settings), threads_(threads) {
    for (const std::string& name : settings.platforms) {
      const auto platform = std::ranges::find(platforms(), name, &Platform::name);
      if (platform == platforms().end()) {
        throw std::runtime_error(fmt::format("no platform '{}'", name));
      }
      chosen_.push_back(static_cast<std::size_t>(platform - platforms().begin()));
    }
  }

  Row measure(const Benchmark& benchmark) const {
    Row row{&benchmark, {}, {}};
    std::array<std::vector<double>, kPlatformCount> samples;
    switch (benchmark.kind) {
    case Kind::Workload:
    case Kind::Launches:
      measureWorkload(benchmark, samples, row);
      break;
    case Kind::ColdStartWarmCache:
      measureColdStart(true, samples, row);
      break;
    case Kind::ColdStartEmptyCache:
      measureColdStart(false, samples, row);
      break;
    }
    for (const std::size_t platform : chosen_) {
      if (!samples[platform].empty()) {
        row.medians[platform] = median(samples[platform]);
      }
    }
    return row;
  }

private:
  using Samples = std::array<std::vector<double>, kPlatformCount>;

  static std::string program(const char* kind, std::size_t platform) {
    return platformProgram(kind, platforms()[platform].suffix);
  }

  // PoCL has changed the name of its variable.
  Environment environment(const fs::path& cache) const {
    Environment changes = platformEnvironment(cache);
    if (threads_ > 0) {
      for (const char* name : {"OMP_NUM_THREADS", "HEDDLE_WORKERS", "POCL_CPU_MAX_CU_COUNT",
                               "POCL_MAX_PTHREAD_COUNT"}) {
        changes.emplace_back(name, std::to_string(threads_));
      }
    }
    return changes;
  }

  // One program per platform in turn, several times over, so that all meet the same disturbances.
  void measureWorkload(const Benchmark& benchmark, Samples& samples, Row& row) const {
    const TemporaryDirectory results;
    std::vector<std::size_t> working = chosen_;
    for (int round = 0; round < settings_.rounds; ++round) {
      std::erase_if(working, [&](std::size_t platform) {
        std::vector<std::string> command = {program("bench", platform), benchmark.name,
                                            fmt::format("{}", settings_.seconds)};
        if (round == 0) {
          command.push_back((results.path() / platforms()[platform].name).string());
        }
        // What is compared is the code that stays, not the quick code that large kernels begin
        // with.
        Environment changes = environment(cache_.path());
        changes.emplace_back("HEDDLE_JIT", "full");
        const ProcessOutcome outcome = runProcess(command, changes);
        if (outcome.exitCode != 0) {
          row.complaints.push_back(
              fmt::format("{}: exit code {}", platforms()[platform].title, outcome.exitCode));
          samples[platform].clear();
          return true;
        }
        std::istringstream lines(outcome.output);
        samples[platform].insert(samples[platform].end(), std::istream_iterator<double>(lines), {});
        return false;
      });
      if (round == 0) {
        compare(benchmark, working, results.path(), row);
      }
    }
  }

  void compare(const Benchmark& benchmark, const std::vector<std::size_t>& working,
               const fs::path& directory, Row& row) const {
    if (working.empty()) {
      return;
    }
    const std::vector<float> reference = readResult(directory, working.front());
    for (auto platform = std::next(working.begin()); platform != working.end(); ++platform) {
      const std::string difference =
          compareResults(reference, readResult(directory, *platform), benchmark.tolerance);
      if (!difference.empty()) {
        row.complaints.push_back(fmt::format("{} against {}: {}", platforms()[*platform].title,
                                             platforms()[working.front()].title, difference));
      }
    }
  }

  static std::vector<float> readResult(const fs::path& directory, std::size_t platform) {
    const fs::path path = directory / platforms()[platform].name;
    std::vector<float> values(fs::file_size(path) / sizeof(float));
    std::ifstream(path, std::ios::binary)
        .read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(float)));
    return values;
  }

  void measureColdStart(bool warm, Samples& samples, Row& row) const {
    const TemporaryDirectory warmCache;
    const auto start = [&](std::size_t platform, const fs::path& cache) {
      const ProcessOutcome outcome =
          runProcess({program("cold_start", platform)}, environment(cache));
      if (outcome.exitCode != 0 || outcome.output.empty()) {
        row.complaints.push_back(
            fmt::format("{}: exit code {}", platforms()[platform].title, outcome.exitCode));
      }
      return outcome.secondsToOutput;
    };
    if (warm) {
      for (const std::size_t platform : chosen_) {
        start(platform, warmCache.path());
      }
    }
    for (int i = 0; i < (warm ? kWarmStarts : kEmptyStarts) && row.complaints.empty(); ++i) {
      for (const std::size_t platform : chosen_) {
        const TemporaryDirectory emptyCache;
        samples[platform].push_back(start(platform, warm ? warmCache.path() : emptyCache.path()));
      }
    }
    if (!row.complaints.empty()) {
      samples = {};
    }
  }

  Settings settings_;
  unsigned threads_;
  std::vector<std::size_t> chosen_;
  TemporaryDirectory cache_;
};

std::string formatSeconds(const std::optional<double>& seconds) {
  if (!seconds) {
    return "–";
  }
  return *seconds < 1e-4 ? fmt::format("{:.2f} µs", *seconds * 1e6)
                         : fmt::format("{:.2f} ms", *seconds * 1e3);
}

// How many times as fast as `other` Heddle is.
std::optional<double> ratio(const Row& row, std::size_t other) {
  if (row.medians[other] && row.medians[kHeddle]) {
    return *row.medians[other] / *row.medians[kHeddle];
  }
  return std::nullopt;
}

std::string formatRatio(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}×", *value) : "–";
}

std::string formatGoals(const Row& row) {
  std::vector<std::string> texts;
  const auto judge = [&](const std::string& goal, std::optional<bool> met) {
    texts.push_back(met ? fmt::format("{} {}", goal, *met ? "met" : "MISSED") : goal);
  };
  const Goals& goals = row.benchmark->goals;
  const auto judgeRatio = [&](double goal, std::size_t other) {
    if (goal > 0) {
      const std::optional<double> value = ratio(row, other);
      judge(fmt::format("≥ {}× {}", goal, platforms()[other].title),
            value ? std::optional(*value >= goal) : std::nullopt);
    }
  };
  judgeRatio(goals.speedOverOpenmp, kOpenmp);
  judgeRatio(goals.speedOverPocl, kPocl);
  if (goals.seconds > 0) {
    const std::optional<double>& time = row.medians[kHeddle];
    judge(fmt::format("< {}", formatSeconds(goals.seconds)),
          time ? std::optional(*time < goals.seconds) : std::nullopt);
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string formatTable(const std::vector<Row>& rows, unsigned threads) {
  std::string text = fmt::format(
      "Median times on {} hardware threads; a ratio above 1 means that Heddle is faster.\n\n"
      "| benchmark | OpenMP | PoCL | Heddle | vs OpenMP | vs PoCL | results | goals |\n"
      "|---|--:|--:|--:|--:|--:|---|---|\n",
      threads > 0 ? threads : std::thread::hardware_concurrency());
  for (const Row& row : rows) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.benchmark->name,
                        formatSeconds(row.medians[kOpenmp]), formatSeconds(row.medians[kPocl]),
                        formatSeconds(row.medians[kHeddle]), formatRatio(ratio(row, kOpenmp)),
                        formatRatio(ratio(row, kPocl)),
                        row.complaints.empty() ? "agree" : "**see below**", formatGoals(row));
  }
  for (const Row& row : rows) {
    for (const std::string& complaint : row.complaints) {
      text += fmt::format("\n- {}: {}", row.benchmark->name, complaint);
    }
  }
  return text;
}

std::vector<Row> measureAll(const Settings& settings, unsigned threads) {
  const Session session(settings, threads);
  std::vector<Row> rows;
  for (const Benchmark& benchmark : benchmarks()) {
    if (std::string_view(benchmark.name).find(settings.filter) != std::string_view::npos) {
      if (isatty(STDERR_FILENO)) {
        fmt::print(stderr, "\r\033[K{}", benchmark.name);
      }
      rows.push_back(session.measure(benchmark));
    }
  }
  if (isatty(STDERR_FILENO)) {
    fmt::print(stderr, "\r\033[K");
  }
  if (rows.empty()) {
    throw std::runtime_error(fmt::format("no benchmark has '{}' in its name", settings.filter));
  }
  return rows;
}

int run(const Settings& settings) {
  if (settings.measuresChecker) {
    return measureCheckerCosts({settings.filter, settings.rounds, settings.seconds});
  }
  std::string text;
  bool agree = true;
  for (const unsigned threads :
       settings.threads.empty() ? std::vector<unsigned>{0} : settings.threads) {
    const std::vector<Row> rows = measureAll(settings, threads);
    const std::string table = formatTable(rows, threads);
    fmt::print("{}\n", table);
    text += table + '\n';
    agree &= std::ranges::all_of(rows, [](const Row& row) { return row.complaints.empty(); });
  }
  if (!settings.outputFile.empty()) {
    std::ofstream(settings.outputFile) << text;
  }
  return agree ? 0 : 1;
}

} // namespace
} // namespace heddle::bench

int main(int argc, char** argv) {
  heddle::bench::Settings settings;
  CLI::App app("Compares Heddle with OpenMP and PoCL: same work, same machine, one run.");
  app.add_option("--filter", settings.filter, "Only benchmarks whose name contains this");
  app.add_option("--platforms", settings.platforms, "Of openmp, pocl, heddle")->delimiter(',');
  app.add_option("--rounds", settings.rounds, "How often the platforms take turns")
      ->capture_default_str();
  app.add_option("--seconds", settings.seconds, "Shortest time of one turn")->capture_default_str();
  app.add_option("--threads", settings.threads,
                 "How many threads each platform gets; a table for each number")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--output", settings.outputFile, "Also write the table to this file");
  app.add_flag("--checker", settings.measuresChecker,
               "Compare Heddle with itself under the tools of the checker, by CPU time");
  CLI11_PARSE(app, argc, argv);
  try {
    return heddle::bench::run(settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
