// Measures the suites of benchmarks and prints their tables.
#include "checker_costs.h"
#include "session.h"
#include "table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace heddle::bench {
namespace {

std::vector<Row> measureAll(const Suite& suite, const Session& session, const Settings& settings) {
  std::vector<Row> rows;
  for (const Benchmark& benchmark : suite.benchmarks) {
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
  return rows;
}

struct Report {
  std::string text; // the tables
  bool agrees = true;
};

void measureSuite(const Suite& suite, const Settings& settings, unsigned threads, Report& report) {
  const Session session(suite, settings, threads);
  if (!session.measuresAnything()) {
    return;
  }
  const std::vector<Row> rows = measureAll(suite, session, settings);
  if (rows.empty()) {
    return;
  }
  const std::string table =
      formatTable(suite, rows, session.missing(), {threads, settings.measuresProcessorTime});
  fmt::print("{}\n", table);
  std::fflush(stdout);
  report.text += table + '\n';
  report.agrees &= std::ranges::all_of(rows, [](const Row& row) { return row.complaints.empty(); });
}

int run(const Settings& settings) {
  if (settings.measuresChecker) {
    return measureCheckerCosts({settings.filter, settings.rounds, settings.seconds});
  }
  Report report;
  for (const unsigned threads :
       settings.threads.empty() ? std::vector<unsigned>{0} : settings.threads) {
    for (const Suite& suite : suites()) {
      if (settings.suites.empty() ||
          std::ranges::find(settings.suites, suite.name) != settings.suites.end()) {
        measureSuite(suite, settings, threads, report);
      }
    }
  }
  if (report.text.empty()) {
    throw std::runtime_error(
        fmt::format("nothing to measure has '{}' in its name", settings.filter));
  }
  if (!settings.outputFile.empty()) {
    std::ofstream(settings.outputFile) << report.text;
  }
  if (!settings.documentFile.empty()) {
    replaceMeasurements(settings.documentFile, report.text);
  }
  return report.agrees ? 0 : 1;
}

} // namespace
} // namespace heddle::bench

int main(int argc, char** argv) {
  using namespace heddle::bench;
  Settings settings;
  std::vector<std::string> suiteNames, platformNames;
  for (const Suite& suite : suites()) {
    suiteNames.emplace_back(suite.name);
    for (const Platform& platform : suite.platforms) {
      platformNames.emplace_back(platform.name);
    }
  }
  CLI::App app("Compares Heddle with other ways to use the CPU: same work, same machine, one run.");
  app.add_option("--filter", settings.filter, "Only benchmarks whose name contains this");
  app.add_option("--suites", settings.suites, "Only these suites")
      ->delimiter(',')
      ->check(CLI::IsMember(suiteNames));
  app.add_option("--platforms", settings.platforms, "Only these platforms")
      ->delimiter(',')
      ->check(CLI::IsMember(platformNames));
  app.add_option("--rounds", settings.rounds, "How often the platforms take turns")
      ->capture_default_str();
  app.add_option("--seconds", settings.seconds, "Shortest time of one turn")->capture_default_str();
  app.add_option("--threads", settings.threads,
                 "How many threads each platform gets; tables for each number")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  app.add_option("--output", settings.outputFile, "Also write the tables to this file");
  app.add_option("--document", settings.documentFile,
                 "Also put the tables into this page, between its comments for measurements");
  app.add_flag("--processor-time", settings.measuresProcessorTime,
               "Measure by CPU time, on a machine that others use");
  app.add_flag("--checker", settings.measuresChecker,
               "Compare Heddle with itself under the tools of the checker, by CPU time");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
