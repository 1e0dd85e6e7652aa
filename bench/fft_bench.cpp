// What Fourier transforms cost beside FFTW, which plans by measuring: `fft_bench`. Times are those
// of a clock, and the shortest of several: as many transforms follow each other on a stream as take
// some time, since that is how programs use a device, and FFTW does as many. Heddle has as many
// workers as HEDDLE_WORKERS says, and FFTW as many threads as --threads says.
#include "fftw_library.h"

#include <cuda_runtime.h>
#include <cufft.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>

using namespace heddle::bench;

namespace {

// A transform that takes FFTW less time than this costs what its call costs, which library_bench
// measures (smallCall).
constexpr double kSmallCall = 3e-6;
constexpr double kBar = 1.5;

template <class Status> void require(Status status) {
  if (status != Status{})
    std::abort();
}

// Zeroed memory of the device, which is memory of the host, too.
class Memory {
public:
  explicit Memory(std::size_t bytes) {
    require(cudaMalloc(&data_, bytes));
    clear(bytes);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }
  void* get() const { return data_; }
  void clear(std::size_t bytes) const {
    require(cudaMemset(data_, 0, bytes));
    require(cudaDeviceSynchronize());
  }

private:
  void* data_ = nullptr;
};

cufftType typeOf(FftKind kind, bool isDouble) {
  switch (kind) {
  case FftKind::Complex:
    return isDouble ? CUFFT_Z2Z : CUFFT_C2C;
  case FftKind::RealToComplex:
    return isDouble ? CUFFT_D2Z : CUFFT_R2C;
  case FftKind::ComplexToReal:
    return isDouble ? CUFFT_Z2D : CUFFT_C2R;
  }
  return CUFFT_C2C;
}

void execute(cufftHandle plan, cufftType type, void* in, void* out) {
  switch (type) {
  case CUFFT_C2C:
    return require(cufftExecC2C(plan, static_cast<cufftComplex*>(in),
                                static_cast<cufftComplex*>(out), CUFFT_FORWARD));
  case CUFFT_Z2Z:
    return require(cufftExecZ2Z(plan, static_cast<cufftDoubleComplex*>(in),
                                static_cast<cufftDoubleComplex*>(out), CUFFT_FORWARD));
  case CUFFT_R2C:
    return require(
        cufftExecR2C(plan, static_cast<cufftReal*>(in), static_cast<cufftComplex*>(out)));
  case CUFFT_D2Z:
    return require(cufftExecD2Z(plan, static_cast<cufftDoubleReal*>(in),
                                static_cast<cufftDoubleComplex*>(out)));
  case CUFFT_C2R:
    return require(
        cufftExecC2R(plan, static_cast<cufftComplex*>(in), static_cast<cufftReal*>(out)));
  case CUFFT_Z2D:
    return require(cufftExecZ2D(plan, static_cast<cufftDoubleComplex*>(in),
                                static_cast<cufftDoubleReal*>(out)));
  }
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The time of one of `count` runs that follow each other.
template <class Run, class Wait> double timeOf(int count, Run run, Wait wait) {
  const double begin = seconds();
  for (int i = 0; i < count; ++i)
    run();
  wait();
  return (seconds() - begin) / count;
}

struct Times {
  double cufft = HUGE_VAL, fftw = HUGE_VAL;
};

// Both sides in turns.
template <class Cufft, class Fftw> Times measure(double budget, Cufft cufft, Fftw fftw) {
  constexpr double kRound = 1e-3; // so that waking sleeping workers does not count
  constexpr int kFewestRounds = 3, kMostInARow = 1 << 16;
  const auto synchronise = [] { require(cudaDeviceSynchronize()); };
  const auto nothing = [] {};
  timeOf(1, cufft, synchronise);
  const int count = static_cast<int>(
      std::clamp(kRound / timeOf(1, fftw, nothing), 1.0, static_cast<double>(kMostInARow)));
  Times times;
  const double begin = seconds();
  for (int round = 0; round < kFewestRounds || seconds() - begin < budget; ++round) {
    times.cufft = std::min(times.cufft, timeOf(count, cufft, synchronise));
    times.fftw = std::min(times.fftw, timeOf(count, fftw, nothing));
  }
  return times;
}

Times compare(FftKind kind, bool isDouble, const FftSize& size, int threads, double budget) {
  const std::size_t bytes = static_cast<std::size_t>(std::max(size.volume(), size.halfVolume())) *
                            static_cast<std::size_t>(size.batch) * (isDouble ? 16 : 8);
  const Memory in(bytes), out(bytes);
  const FftwPlan fftw(kind, isDouble, size, threads, in.get(), out.get());
  in.clear(bytes); // planning has written there
  cufftHandle plan;
  std::vector<int> lengths = size.lengths;
  const cufftType type = typeOf(kind, isDouble);
  require(cufftPlanMany(&plan, size.rank(), lengths.data(), nullptr, 1, 0, nullptr, 1, 0, type,
                        size.batch));
  const Times times =
      measure(budget, [&] { execute(plan, type, in.get(), out.get()); }, [&] { fftw.execute(); });
  require(cufftDestroy(plan));
  return times;
}

std::string nameOf(const FftSize& size) {
  std::string name = fmt::format("{}", fmt::join(size.lengths, "x"));
  return size.batch == 1 ? name : fmt::format("{} * {}", size.batch, name);
}

FftSize parse(const std::string& text) {
  FftSize size;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    size.lengths.push_back(std::stoi(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return size;
}

const std::vector<std::string> kSizes = {
    "2",        "3",           "4",           "5",          "6",         "7",        "8",
    "9",        "10",          "12",          "15",         "16",        "20",       "21",
    "24",       "30",          "32",          "36",         "45",        "48",       "60",
    "64",       "72",          "80",          "96",         "100",       "120",      "128",
    "144",      "180",         "200",         "240",        "256",       "300",      "360",
    "400",      "480",         "500",         "512",        "600",       "720",      "768",
    "800",      "1000",        "1024",        "1500",       "2048",      "3000",     "4096",
    "6000",     "8192",        "10000",       "16384",      "32768",     "46305",    "65536",
    "100000",   "131072",      "262144",      "524288",     "1000000",   "1048576",  "2097152",
    "4194304",  "64x64",       "100x100",     "128x128",    "256x256",   "360x300",  "480x640",
    "512x512",  "1000x1000",   "1024x1024",   "1080x1920",  "2048x2048", "32x32x32", "60x50x48",
    "64x64x64", "100x100x100", "128x128x128", "256x256x256"};

// The batches to measure: one, data that stay in the second cache, and data that do not.
std::vector<int> batchesOf(const FftSize& size, bool isDouble) {
  constexpr long kNear = 512 << 10, kFar = 24 << 20;
  const long bytes = size.volume() * (isDouble ? 16 : 8);
  std::vector<int> batches{1};
  for (const long all : {kNear, kFar})
    if (all / bytes > 1)
      batches.push_back(static_cast<int>(all / bytes));
  return batches;
}

struct Options {
  int threads = 1;
  double budget = 0.02;
  std::string wisdom;
  std::vector<std::string> sizes = kSizes;
  bool hasSmallCalls = false;
};

// Adds the logarithms of the ratios, and prints each one.
class Table {
public:
  void add(FftKind kind, bool isDouble, const FftSize& size, const Times& times) {
    constexpr const char* kNames[] = {"c2c", "r2c", "c2r"};
    const double ratio = times.cufft / times.fftw;
    const bool isSmall = times.fftw < kSmallCall;
    fmt::print("{} {} {:<20} {:>12.2f} {:>12.2f} us {:>6.2f}{}\n", kNames[static_cast<int>(kind)],
               isDouble ? "double" : "float ", nameOf(size), times.cufft * 1e6, times.fftw * 1e6,
               ratio,
               isSmall        ? " small call"
               : ratio > kBar ? " above"
                              : "");
    std::fflush(stdout);
    if (isSmall)
      return;
    logarithms_ += std::log(ratio);
    ++count_;
    above_ += ratio > kBar;
  }
  void printSum() const {
    fmt::print("{} transforms, geometric mean {:.2f} of FFTW's time, {} above {}\n", count_,
               std::exp(logarithms_ / std::max(1, count_)), above_, kBar);
  }

private:
  double logarithms_ = 0;
  int count_ = 0, above_ = 0;
};

void run(const Options& options) {
  Table table;
  for (const std::string& text : options.sizes)
    for (const bool isDouble : {false, true}) {
      FftSize size = parse(text);
      for (const int batch : batchesOf(size, isDouble))
        for (const FftKind kind :
             {FftKind::Complex, FftKind::RealToComplex, FftKind::ComplexToReal}) {
          size.batch = batch;
          if (batch > 1 || options.hasSmallCalls || size.volume() >= 512)
            table.add(kind, isDouble, size,
                      compare(kind, isDouble, size, options.threads, options.budget));
        }
    }
  table.printSum();
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Fourier transforms beside FFTW");
  app.add_option("--threads", options.threads, "threads of FFTW");
  app.add_option("--seconds", options.budget, "for each measurement");
  app.add_option("--wisdom", options.wisdom, "files that keep what FFTW has measured");
  app.add_flag("--small", options.hasSmallCalls, "single transforms of few points, too");
  app.add_option("sizes", options.sizes, "such as 1024 or 480x640");
  CLI11_PARSE(app, argc, argv);
  if (!isFftwInstalled()) {
    fmt::print(stderr, "FFTW is not installed\n");
    return 1;
  }
  if (!options.wisdom.empty())
    readWisdom(options.wisdom);
  run(options);
  if (!options.wisdom.empty())
    writeWisdom(options.wisdom);
}
