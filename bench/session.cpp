#include "session.h"

#include "workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace heddle::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kWarmStarts = 10;
constexpr int kEmptyStarts = 5;

double median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  return *middle;
}

bool isChosen(const std::vector<std::string>& names, const char* name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

} // namespace

Session::Session(const Suite& suite, const Settings& settings, unsigned threads)
    : suite_(suite), settings_(settings), threads_(threads) {
  for (std::size_t index = 0; index < suite.platforms.size(); ++index) {
    if (!isChosen(settings.platforms, platform(index).name)) {
      continue;
    }
    if (fs::exists(platformProgram("bench", platform(index).suffix))) {
      chosen_.push_back(index);
    } else {
      missing_.push_back(&platform(index));
    }
  }
}

Row Session::measure(const Benchmark& benchmark) const {
  Row row{&benchmark, std::vector<std::optional<double>>(suite_.platforms.size()), {}, {}};
  Samples samples(suite_.platforms.size());
  double (*summary)(std::vector<double>) = median;
  switch (benchmark.kind) {
  case Kind::Workload:
  case Kind::Launches:
    measureWorkload(benchmark, samples, row);
    summary = [](std::vector<double> values) { return std::ranges::min(values); };
    break;
  case Kind::ColdStartWarmCache:
    measureColdStart(true, samples, row);
    break;
  case Kind::ColdStartEmptyCache:
    measureColdStart(false, samples, row);
    break;
  }
  for (const std::size_t index : chosen_) {
    if (!samples[index].empty()) {
      row.times[index] = summary(samples[index]);
    }
  }
  return row;
}

// PoCL has changed the name of its variable. TBB has none: its program reads HEDDLE_BENCH_THREADS.
Environment Session::environment(const fs::path& cache) const {
  Environment changes = platformEnvironment(cache);
  if (threads_ > 0) {
    for (const char* name :
         {"OMP_NUM_THREADS", "HEDDLE_WORKERS", "POCL_CPU_MAX_CU_COUNT", "POCL_MAX_PTHREAD_COUNT",
          "OPENBLAS_NUM_THREADS", "HEDDLE_BENCH_THREADS"}) {
      changes.emplace_back(name, std::to_string(threads_));
    }
  }
  return changes;
}

// One program per platform in turn, several times over, so that all meet the same disturbances.
void Session::measureWorkload(const Benchmark& benchmark, Samples& samples, Row& row) const {
  const TemporaryDirectory results;
  std::vector<std::size_t> working = chosen_;
  for (int round = 0; round < settings_.rounds; ++round) {
    std::erase_if(working, [&](std::size_t index) {
      std::vector<std::string> command = {platformProgram("bench", platform(index).suffix),
                                          benchmark.name, fmt::format("{}", settings_.seconds)};
      if (round == 0) {
        command.push_back((results.path() / platform(index).name).string());
      }
      // What is compared is the code that stays, not the quick code that large kernels begin
      // with.
      Environment changes = environment(cache_.path());
      changes.emplace_back("HEDDLE_JIT", "full");
      if (settings_.measuresProcessorTime) {
        changes.emplace_back("HEDDLE_BENCH_CLOCK", "cpu");
        // While a thread of OpenMP waits for one that other programs have displaced, it must not
        // use up processor time.
        changes.emplace_back("OMP_WAIT_POLICY", "passive");
      }
      const ProcessOutcome outcome = runProcess(command, changes);
      if (outcome.exitCode == kUnsupportedExitCode) {
        row.unsupportedBy.push_back(&platform(index));
        return true;
      }
      if (outcome.exitCode != 0) {
        row.complaints.push_back(
            fmt::format("{}: exit code {}", platform(index).title, outcome.exitCode));
        samples[index].clear();
        return true;
      }
      std::istringstream lines(outcome.output);
      samples[index].insert(samples[index].end(), std::istream_iterator<double>(lines), {});
      return false;
    });
    if (round == 0) {
      compare(benchmark, working, results.path(), row);
    }
  }
}

void Session::compare(const Benchmark& benchmark, const std::vector<std::size_t>& working,
                      const fs::path& directory, Row& row) const {
  if (working.empty()) {
    return;
  }
  const std::vector<float> reference = readResult(directory, working.front());
  for (auto index = std::next(working.begin()); index != working.end(); ++index) {
    const std::string difference =
        compareResults(reference, readResult(directory, *index), benchmark.tolerance);
    if (!difference.empty()) {
      row.complaints.push_back(fmt::format("{} against {}: {}", platform(*index).title,
                                           platform(working.front()).title, difference));
    }
  }
}

std::vector<float> Session::readResult(const fs::path& directory, std::size_t index) const {
  const fs::path path = directory / platform(index).name;
  std::vector<float> values(fs::file_size(path) / sizeof(float));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(float)));
  return values;
}

void Session::measureColdStart(bool warm, Samples& samples, Row& row) const {
  const TemporaryDirectory warmCache;
  const auto start = [&](std::size_t index, const fs::path& cache) {
    const ProcessOutcome outcome =
        runProcess({platformProgram("cold_start", platform(index).suffix)}, environment(cache));
    if (outcome.exitCode != 0 || outcome.output.empty()) {
      row.complaints.push_back(
          fmt::format("{}: exit code {}", platform(index).title, outcome.exitCode));
    }
    return outcome.secondsToOutput;
  };
  if (warm) {
    for (const std::size_t index : chosen_) {
      start(index, warmCache.path());
    }
  }
  for (int i = 0; i < (warm ? kWarmStarts : kEmptyStarts) && row.complaints.empty(); ++i) {
    for (const std::size_t index : chosen_) {
      const TemporaryDirectory emptyCache;
      samples[index].push_back(start(index, warm ? warmCache.path() : emptyCache.path()));
    }
  }
  if (!row.complaints.empty()) {
    samples.assign(samples.size(), {});
  }
}

} // namespace heddle::bench
