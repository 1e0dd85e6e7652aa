#include "kernels.h"

#include <iterator>

namespace heddle::bench {
namespace {

constexpr WorkloadEntry kWorkloads[] = {
    {"saxpy", makeSaxpy, 1},
    {"triad", makeTriad, 1},
    {"matmul_naive", makeMatmulNaive, 1},
    {"matmul_tiled", makeMatmulTiled, 1},
    {"matmul_registers", makeMatmulRegisters, 1},
    {"matmul_small_blocks", makeMatmulSmallBlocks, 1},
    {"nbody", makeNbody, 1},
    {"mandelbrot", makeMandelbrot, 1},
    {"reduction", makeReduction, 1},
    {"reduction_shuffles", makeReductionShuffles, 1},
    {"block_scan", makeBlockScan, 1},
    {"bitonic_sort", makeBitonicSort, 1},
    {"histogram", makeHistogram, 1},
    {"transpose", makeTranspose, 1},
    {"transpose_naive", makeTransposeNaive, 1},
    {"stencil", makeStencil, 1},
    {"stencil3d", makeStencil3d, 1},
    {"convolution", makeConvolution, 1},
    {"monte_carlo", makeMonteCarlo, 1},
    {"black_scholes", makeBlackScholes, 1},
    {"texture", makeTexture, 1},
    {"spmv", makeSpmv, 1},
    {"empty_launch", makeEmptyLaunch, 1},
    {"async_launches", makeAsyncLaunches, size::asyncLaunches},
};

} // namespace

WorkloadTable workloads() {
  return {kWorkloads, std::size(kWorkloads)};
}

} // namespace heddle::bench
