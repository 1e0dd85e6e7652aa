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
std::unique_ptr<Workload> makeMatmulSmallBlocks();
std::unique_ptr<Workload> makeNbody();
std::unique_ptr<Workload> makeMandelbrot();
std::unique_ptr<Workload> makeReduction();
std::unique_ptr<Workload> makeReductionShuffles();
std::unique_ptr<Workload> makeBlockScan();
std::unique_ptr<Workload> makeBitonicSort();
std::unique_ptr<Workload> makeHistogram();
std::unique_ptr<Workload> makeTranspose();
std::unique_ptr<Workload> makeTransposeNaive();
std::unique_ptr<Workload> makeStencil();
std::unique_ptr<Workload> makeStencil3d();
std::unique_ptr<Workload> makeConvolution();
std::unique_ptr<Workload> makeMonteCarlo();
std::unique_ptr<Workload> makeBlackScholes();
std::unique_ptr<Workload> makeTexture();
std::unique_ptr<Workload> makeSpmv();
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
// The same with blocks of only 4 × 4 threads.
constexpr unsigned matmulSmallBlock = 32;
constexpr unsigned matmulSmallDepth = 32;
constexpr unsigned bodies = 8192;
constexpr unsigned mandelbrotWidth = 2048;
constexpr unsigned mandelbrotHeight = 1024;
constexpr unsigned mandelbrotLimit = 256;
constexpr unsigned reduction = 1u << 25;
constexpr unsigned scan = 1u << 25;
constexpr unsigned scanChunk = 512; // elements that a block scans
constexpr unsigned sort = 1u << 22;
constexpr unsigned sortChunk = 1024; // elements that a block sorts
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
constexpr unsigned texture = 1024; // texels of a side
constexpr unsigned picture = 2048; // pixels of a side, each made of five samples of the texture
constexpr unsigned sparseRows = 1u << 18;
constexpr unsigned asyncLaunches = 10000;
constexpr unsigned block = 256;           // threads of a one-dimensional block
constexpr unsigned gridStrideBlocks = 64; // blocks of kernels whose threads stride over the input
} // namespace size

constexpr float kSaxpyFactor = 0.5f;
constexpr float kSoftening = 1e-3f;
constexpr float kRiskFree = 0.02f;
constexpr float kVolatility = 0.30f;

// The picture shows the texture turned and enlarged, with a border on which coordinates lie outside
// of it. Pixel (i, j) is at (kPictureX + i * kPictureCos - j * kPictureSin, kPictureY + i *
// kPictureSin + j * kPictureCos), where texel (0, 0) has its centre at (0.5, 0.5).
constexpr float kPictureCos = 0.48f, kPictureSin = 0.20f;
constexpr float kPictureX = 225.0f, kPictureY = -180.0f;
// A pixel is the sample there, and four at this distance to the left, right, top and bottom.
constexpr float kSampleDistance = 0.7f;
constexpr float kCentreWeight = 0.36f, kSideWeight = 0.16f;

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

// Small integers, so that their sums are exact in every order.
inline std::vector<float> smallIntegers(std::size_t count, std::uint32_t seed) {
  std::vector<float> values;
  for (const std::uint8_t byte : randomBytes(count, seed)) {
    values.push_back(static_cast<float>(byte % 16));
  }
  return values;
}

// A matrix in compressed sparse rows: the elements of row r have the indices rowBegins[r] up to
// rowBegins[r + 1].
struct SparseMatrix {
  std::vector<unsigned> rowBegins, columns;
  std::vector<float> values;
};

// Most rows have 4 to 35 elements, and one in 64 has 512. Half of the columns lie near the
// diagonal, where rows share what they read of the vector, and half anywhere.
inline SparseMatrix sparseMatrix() {
  constexpr unsigned kRows = size::sparseRows;
  constexpr unsigned kNear = 256;
  RandomSequence random(11);
  const auto below = [&](unsigned limit) {
    return static_cast<unsigned>(random.next() * static_cast<float>(limit));
  };
  SparseMatrix matrix;
  matrix.rowBegins.push_back(0);
  for (unsigned row = 0; row < kRows; ++row) {
    const unsigned count = below(64) == 0 ? 512 : 4 + below(32);
    for (unsigned i = 0; i < count; ++i) {
      const bool isNear = below(2) == 0;
      matrix.columns.push_back(isNear ? (row + kRows - kNear / 2 + below(kNear)) % kRows
                                      : below(kRows));
      matrix.values.push_back(2.0f * random.next() - 1.0f);
    }
    matrix.rowBegins.push_back(static_cast<unsigned>(matrix.columns.size()));
  }
  return matrix;
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
