// The main program of each platform: PROGRAM WORKLOAD SECONDS [RESULT_FILE]. Prints one time per
// line, in seconds, for as long as it was told to; writes the workload's result if asked to. With
// HEDDLE_BENCH_CLOCK=cpu the times are those of all processors that worked for the program.
#include "clock.h"
#include "workload.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>

namespace heddle::bench {
namespace {

constexpr int kWarmUpRuns = 2;
constexpr std::size_t kFewestSamples = 3;
constexpr std::size_t kMostSamples = 2000;

std::unique_ptr<Clock> makeClock() {
  const char* const name = std::getenv("HEDDLE_BENCH_CLOCK");
  if (name && std::strcmp(name, "cpu") == 0) {
    return std::make_unique<ProcessorClock>();
  }
  return std::make_unique<WallClock>();
}

int measure(const WorkloadEntry& entry, double seconds, const char* resultFile) {
  const std::unique_ptr<Clock> clock = makeClock();
  const std::unique_ptr<Workload> workload = entry.make();
  for (int i = 0; i < kWarmUpRuns; ++i) {
    workload->reset();
    workload->run();
  }
  std::vector<double> samples;
  samples.reserve(kMostSamples);
  double measured = 0;
  while (samples.size() < kFewestSamples || (samples.size() < kMostSamples && measured < seconds)) {
    workload->reset();
    clock->prepare();
    const double start = clock->seconds();
    workload->run();
    const double time = clock->seconds() - start;
    samples.push_back(time / static_cast<double>(entry.operationsPerRun));
    measured += time;
  }
  for (const double sample : samples) {
    std::printf("%.9g\n", sample);
  }
  if (resultFile) {
    workload->reset();
    const std::vector<float> result = workload->result();
    std::ofstream stream(resultFile, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(result.data()),
                 static_cast<std::streamsize>(result.size() * sizeof(float)));
    if (!stream.flush()) {
      std::fprintf(stderr, "cannot write %s\n", resultFile);
      return 1;
    }
  }
  return 0;
}

} // namespace
} // namespace heddle::bench

int main(int argc, char** argv) {
  using namespace heddle::bench;
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s WORKLOAD SECONDS [RESULT_FILE]\n", argv[0]);
    return 2;
  }
  const WorkloadTable table = workloads();
  const WorkloadEntry* const end = table.entries + table.count;
  const WorkloadEntry* const entry =
      std::find_if(table.entries, end, [&](const WorkloadEntry& candidate) {
        return std::strcmp(candidate.name, argv[1]) == 0;
      });
  if (entry == end) {
    std::fprintf(stderr, "no workload '%s'\n", argv[1]);
    return 2;
  }
  try {
    return measure(*entry, std::atof(argv[2]), argc > 3 ? argv[3] : nullptr);
  } catch (const Unsupported& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return kUnsupportedExitCode;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
  }
}
