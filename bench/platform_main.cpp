// The main program of each platform: PROGRAM WORKLOAD SECONDS [RESULT_FILE]. Prints one time per
// line, in seconds, for as long as it was told to; writes the workload's result if asked to. With
// HEDDLE_BENCH_CLOCK=cpu the times are those of all processors that worked for the program.
#include "workload.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>

namespace heddle::bench {
namespace {

constexpr WorkloadEntry kWorkloads[] = {
    {"saxpy", makeSaxpy, 1},
    {"triad", makeTriad, 1},
    {"matmul_naive", makeMatmulNaive, 1},
    {"matmul_tiled", makeMatmulTiled, 1},
    {"matmul_registers", makeMatmulRegisters, 1},
    {"nbody", makeNbody, 1},
    {"mandelbrot", makeMandelbrot, 1},
    {"reduction", makeReduction, 1},
    {"histogram", makeHistogram, 1},
    {"transpose", makeTranspose, 1},
    {"transpose_naive", makeTransposeNaive, 1},
    {"stencil", makeStencil, 1},
    {"stencil3d", makeStencil3d, 1},
    {"convolution", makeConvolution, 1},
    {"monte_carlo", makeMonteCarlo, 1},
    {"black_scholes", makeBlackScholes, 1},
    {"empty_launch", makeEmptyLaunch, 1},
    {"async_launches", makeAsyncLaunches, size::asyncLaunches},
};

constexpr int kWarmUpRuns = 2;
constexpr std::size_t kFewestSamples = 3;
constexpr std::size_t kMostSamples = 2000;

double secondsOnProcessors() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double secondsOnWall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int measure(const WorkloadEntry& entry, double seconds, const char* resultFile) {
  const char* const clock = std::getenv("HEDDLE_BENCH_CLOCK");
  const auto now = clock && std::strcmp(clock, "cpu") == 0 ? secondsOnProcessors : secondsOnWall;
  const std::unique_ptr<Workload> workload = entry.make();
  for (int i = 0; i < kWarmUpRuns; ++i) {
    workload->run();
  }
  std::vector<double> samples;
  samples.reserve(kMostSamples);
  const double begin = now();
  while (samples.size() < kFewestSamples ||
         (samples.size() < kMostSamples && now() - begin < seconds)) {
    const double start = now();
    workload->run();
    samples.push_back((now() - start) / static_cast<double>(entry.operationsPerRun));
  }
  for (const double sample : samples) {
    std::printf("%.9g\n", sample);
  }
  if (resultFile) {
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
  const auto* entry = std::find_if(
      std::begin(kWorkloads), std::end(kWorkloads),
      [&](const WorkloadEntry& candidate) { return std::strcmp(candidate.name, argv[1]) == 0; });
  if (entry == std::end(kWorkloads)) {
    std::fprintf(stderr, "no workload '%s'\n", argv[1]);
    return 2;
  }
  try {
    return measure(*entry, std::atof(argv[2]), argc > 3 ? argv[3] : nullptr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
  }
}
