// The benchmarks: the same work as OpenMP C++, as OpenCL and as CUDA. Each platform is a program of
// its own (the LLVM inside PoCL and the one inside Heddle do not meet in one process), which times
// one workload per call; bench.cpp calls the three in turn, compares their results and prints the
// table. This header is what the three programs share: the workloads' names, sizes and inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::bench {

class Workload {
public:
  virtual ~Workload() = default;
  // The timed part: complete when it returns. Data is where the platform wants it already.
  virtual void run() = 0;
  // The outcome of exactly one run() on fresh input, for comparison between the platforms.
  virtual std::vector<float> result() = 0;
};

struct WorkloadEntry {
  const char* name;
  std::unique_ptr<Workload> (*make)();
  std::size_t operationsPerRun; // times are divided by it
};

// Each platform defines all of these.
std::unique_ptr<Workload> makeSaxpy();
std::unique_ptr<Workload> makeTriad();
std::unique_ptr<Workload> makeMatmulNaive();
std::unique_ptr<Workload> makeMatmulTiled();
std::unique_ptr<Workload> makeMatmulRegisters();
std::unique_ptr<Workload> makeNbody();
std::unique_ptr<Workload> makeMandelbrot();
std::unique_ptr<Workload> makeReduction();
std::unique_ptr<Workload> makeHistogram();
std::unique_ptr<Workload> makeTranspose();
std::unique_ptr<Workload> makeTransposeNaive();
std::unique_ptr<Workload> makeStencil();
std::unique_ptr<Workload> makeStencil3d();
std::unique_ptr<Workload> makeConvolution();
std::unique_ptr<Workload> makeMonteCarlo();
std::unique_ptr<Workload> makeBlackScholes();
std::unique_ptr<Workload> makeEmptyLaunch();
std::unique_ptr<Workload> makeAsyncLaunches();

// Sizes: large enough to leave the caches where bandwidth is the point, small enough that the whole
// comparison takes a few minutes on two cores.
namespace size {
constexpr unsigned saxpy = 1u << 25;
constexpr unsigned triad = 1u << 25;
constexpr unsigned matmul = 512;
constexpr unsigned matmulTile = 16;
// With sums in registers: what a block computes, what a thread does, and how deep the tiles are.
constexpr unsigned matmulBlock = 128;
constexpr unsigned matmulThread = 8;
constexpr unsigned matmulDepth = 8;
constexpr unsigned bodies = 8192;
constexpr unsigned mandelbrotWidth = 2048;
constexpr unsigned mandelbrotHeight = 1024;
constexpr unsigned mandelbrotLimit = 256;
constexpr unsigned reduction = 1u << 25;
constexpr unsigned histogram = 1u << 25;
constexpr unsigned bins = 256;
constexpr unsigned transpose = 4096;
constexpr unsigned stencil = 4096;
constexpr unsigned stencil3d = 256;
constexpr unsigned convolution = 2048;
constexpr unsigned convolutionRadius = 8;
constexpr unsigned walkers = 1u << 16; // of Monte Carlo, each with points of its own
constexpr unsigned pointsOfWalker = 256;
constexpr unsigned options = 1u << 22;
constexpr unsigned asyncLaunches = 10000;
constexpr unsigned block = 256;           // threads of a one-dimensional block
constexpr unsigned gridStrideBlocks = 64; // blocks of kernels whose threads stride over the input
} // namespace size

constexpr float kSaxpyFactor = 0.5f;
constexpr float kSoftening = 1e-3f;
constexpr float kRiskFree = 0.02f;
constexpr float kVolatility = 0.30f;

// The part of the complex plane that Mandelbrot draws.
constexpr float kMandelbrotLeft = -2.25f, kMandelbrotTop = -1.125f;
constexpr float kMandelbrotStep = 3.0f / static_cast<float>(size::mandelbrotWidth);
constexpr float kMandelbrotStepY = 2.25f / static_cast<float>(size::mandelbrotHeight);

#ifdef __CUDACC__
#define HEDDLE_BENCH_ANYWHERE __host__ __device__
#else
#define HEDDLE_BENCH_ANYWHERE
#endif

// Pseudo-random numbers in 0 ... 1, made where they are used.
class RandomSequence {
public:
  HEDDLE_BENCH_ANYWHERE explicit RandomSequence(std::uint32_t seed = 0)
      : state_(seed * 2654435761u + 1u) {}
  HEDDLE_BENCH_ANYWHERE float next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<float>(state_ >> 8) * (1.0f / 16777216.0f);
  }

private:
  std::uint32_t state_;
};

// The same pseudo-random numbers everywhere; streams differ by their seed.
inline std::vector<float> randomFloats(std::size_t count, float low, float high,
                                       std::uint32_t seed) {
  std::vector<float> values(count);
  RandomSequence random(seed);
  for (float& value : values) {
    value = low + (high - low) * random.next();
  }
  return values;
}

inline std::vector<std::uint8_t> randomBytes(std::size_t count, std::uint32_t seed) {
  std::vector<std::uint8_t> values(count);
  std::uint32_t state = seed * 2654435761u + 1u;
  for (std::uint8_t& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<std::uint8_t>(state >> 24);
  }
  return values;
}

// Weights of the convolution, which fall off to both sides and add up to about 1.
inline std::vector<float> convolutionWeights() {
  constexpr int kRadius = size::convolutionRadius;
  std::vector<float> weights;
  for (int k = -kRadius; k <= kRadius; ++k) {
    weights.push_back(static_cast<float>(kRadius + 1 - (k < 0 ? -k : k)) /
                      ((kRadius + 1) * (kRadius + 1)));
  }
  return weights;
}

// Bodies as the two GPU languages keep them: x, y, z, mass.
inline std::vector<float> packedBodies() {
  std::vector<float> packed(std::size_t{size::bodies} * 4);
  for (std::uint32_t component = 0; component < 4; ++component) {
    const std::vector<float> values = component < 3
                                          ? randomFloats(size::bodies, -1.0f, 1.0f, component + 1)
                                          : randomFloats(size::bodies, 0.1f, 1.0f, 4);
    for (std::size_t i = 0; i < values.size(); ++i) {
      packed[i * 4 + component] = values[i];
    }
  }
  return packed;
}

} // namespace heddle::bench
