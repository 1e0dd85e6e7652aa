// What the three programs of the suite `kernels` share: names, sizes and inputs of the workloads.
#pragma once

#include "random.h"
#include "workload.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::bench {

// Each platform defines all of these, so that the linker names a workload that one of them lacks.
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
