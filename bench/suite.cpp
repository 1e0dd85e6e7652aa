#include "suite.h"

#include <fmt/format.h>

#include <cmath>

namespace heddle::bench {
namespace {

constexpr Platform kKernelPlatforms[] = {
    {"openmp", "OpenMP", "openmp", "OpenMP"},
    {"pocl", "PoCL", "opencl", "OpenCL (ocl-icd-opencl-dev)"},
    {"heddle", "Heddle", "cuda", "Heddle's nvcc"},
};
constexpr Platform kPrimitivePlatforms[] = {
    {"tbb", "C++ on TBB", "tbb", "TBB (libtbb-dev)"},
    {"heddle", "Heddle", "cccl", "the headers of CCCL (HEDDLE_BENCH_CCCL)"},
};
constexpr Platform kMatrixPlatforms[] = {
    {"openblas", "OpenBLAS", "openblas", "OpenBLAS"},
    {"onednn", "oneDNN", "onednn", "oneDNN (libdnnl-dev)"},
    {"heddle", "Heddle", "tensor", "Heddle's nvcc"},
};

constexpr Tolerance kExact = {0, 0, 0};
// One multiplication and addition, fused or not.
constexpr Tolerance kRounding = {1e-6, 1e-6, 0};
// Sums in another order.
constexpr Tolerance kSums = {1e-4, 1e-4, 0};
// A pixel at the edge of the set escapes earlier or later with every rounding.
constexpr Tolerance kEdges = {0, 0, 0.005};
// Texture units interpolate with weights of 8 bits, and each of the five samples may be off by one
// such step between texels that differ by at most 1.
constexpr Tolerance kTextureWeights = {1.0 / 128, 0, 0};

// No kernel takes more than 1.6 times as long as the OpenMP program, and none is slower than on
// PoCL.
constexpr Goals kKernelGoals = {{1 / 1.6, 1}, 0};

constexpr Benchmark kKernels[] = {
    {"saxpy", Kind::Workload, kRounding, kKernelGoals},
    {"triad", Kind::Workload, kRounding, kKernelGoals},
    {"matmul_naive", Kind::Workload, kSums, kKernelGoals},
    {"matmul_tiled", Kind::Workload, kSums, kKernelGoals},
    {"matmul_registers", Kind::Workload, kSums, kKernelGoals},
    {"matmul_small_blocks", Kind::Workload, kSums, kKernelGoals},
    {"nbody", Kind::Workload, {0.05, 1e-3, 0}, kKernelGoals},
    {"mandelbrot", Kind::Workload, kEdges, kKernelGoals},
    {"reduction", Kind::Workload, kSums, kKernelGoals},
    {"reduction_shuffles", Kind::Workload, kSums, kKernelGoals},
    {"block_scan", Kind::Workload, kExact, kKernelGoals},
    {"bitonic_sort", Kind::Workload, kExact, kKernelGoals},
    {"histogram", Kind::Workload, kExact, kKernelGoals},
    {"transpose", Kind::Workload, kExact, kKernelGoals},
    {"transpose_naive", Kind::Workload, kExact, kKernelGoals},
    {"stencil", Kind::Workload, kRounding, kKernelGoals},
    {"stencil3d", Kind::Workload, kSums, kKernelGoals},
    {"convolution", Kind::Workload, kSums, kKernelGoals},
    // A point on the circle is inside or not with every rounding.
    {"monte_carlo", Kind::Workload, {1, 0, 0}, kKernelGoals},
    {"black_scholes", Kind::Workload, kSums, kKernelGoals},
    {"texture", Kind::Workload, kTextureWeights, kKernelGoals},
    {"spmv", Kind::Workload, kSums, kKernelGoals},
    {"empty_launch", Kind::Launches, kExact, {{0, 1}, 7e-6}},
    {"async_launches", Kind::Launches, kExact, {{0, 1}, 2e-6}},
    {"cold_start_warm_cache", Kind::ColdStartWarmCache, kExact, {{0, 1}, 0.150}},
    {"cold_start_empty_cache", Kind::ColdStartEmptyCache, kExact, {{0, 1}, 0.600}},
};

// What CUDA programs call most, on 2^24 elements.
constexpr Benchmark kPrimitives[] = {
    {"sort", Kind::Workload, kExact, {{3, 0}, 0}},
    {"sort_by_key", Kind::Workload, kExact, {{3, 0}, 0}},
    {"inclusive_scan", Kind::Workload, kExact, {{1, 0}, 0}},
    {"reduce", Kind::Workload, kExact, {{1, 0}, 0}},
    {"reduce_by_key", Kind::Workload, kExact, {{1, 0}, 0}},
    {"select", Kind::Workload, kExact, {{1, 0}, 0}},
    {"unique", Kind::Workload, kExact, {{1, 0}, 0}},
    {"histogram", Kind::Workload, kExact, {{1, 0}, 0}},
};

constexpr Benchmark kMatrixProducts[] = {
    {"bf16_product", Kind::Workload, kSums, {{1, 0}, 0}},
};

constexpr Suite kSuites[] = {
    {"kernels", "Kernels in plain CUDA beside the CPU's limit", kKernelPlatforms, kKernels},
    {"primitives", "CCCL's primitives beside the parallel algorithms of the C++ library",
     kPrimitivePlatforms, kPrimitives},
    {"matrix",
     "Matrices of bfloat16 by tensor-core instructions (wmma) beside libraries of the CPU",
     kMatrixPlatforms, kMatrixProducts},
};

} // namespace

std::span<const Suite> suites() {
  return kSuites;
}

std::string compareResults(const std::vector<float>& reference, const std::vector<float>& other,
                           const Tolerance& tolerance) {
  if (reference.size() != other.size() || reference.empty()) {
    return fmt::format("{} values, not {}", other.size(), reference.size());
  }
  std::size_t different = 0;
  std::string first;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double expected = reference[i];
    const double difference = std::fabs(expected - other[i]);
    // Not written as `>`, which a NaN would pass.
    if (!(difference <= tolerance.absolute + tolerance.relative * std::fabs(expected))) {
      if (different++ == 0) {
        first = fmt::format("[{}] is {}, not {}", i, other[i], expected);
      }
    }
  }
  if (static_cast<double>(different) <= tolerance.fraction * static_cast<double>(other.size())) {
    return {};
  }
  return fmt::format("{} of {} values differ; {}", different, other.size(), first);
}

} // namespace heddle::bench
