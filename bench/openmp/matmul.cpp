#include "workload.h"

#include <algorithm>

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::matmul;

class Matmul : public Workload {
public:
  std::vector<float> result() override {
    run();
    return c_;
  }

protected:
  std::vector<float> a_ = randomFloats(std::size_t{kN} * kN, -1.0f, 1.0f, 1);
  std::vector<float> b_ = randomFloats(std::size_t{kN} * kN, -1.0f, 1.0f, 2);
  std::vector<float> c_ = std::vector<float>(std::size_t{kN} * kN);
};

// Rows of B are added up, so that the inner loop walks both arrays in order.
class MatmulNaive : public Matmul {
public:
  void run() override {
    const float* a = a_.data();
    const float* b = b_.data();
    float* c = c_.data();
#pragma omp parallel for
    for (unsigned row = 0; row < kN; ++row) {
      float* target = c + std::size_t{row} * kN;
      std::fill_n(target, kN, 0.0f);
      for (unsigned k = 0; k < kN; ++k) {
        const float factor = a[std::size_t{row} * kN + k];
        const float* source = b + std::size_t{k} * kN;
#pragma omp simd
        for (unsigned column = 0; column < kN; ++column) {
          target[column] += factor * source[column];
        }
      }
    }
  }
};

// The same, in blocks that stay in the first-level cache and sums that stay in registers.
class MatmulTiled : public Matmul {
public:
  void run() override {
    constexpr unsigned kRows = 4;
    constexpr unsigned kColumns = 64;
    const float* a = a_.data();
    const float* b = b_.data();
    float* c = c_.data();
#pragma omp parallel for collapse(2)
    for (unsigned columnBlock = 0; columnBlock < kN; columnBlock += kColumns) {
      for (unsigned rowBlock = 0; rowBlock < kN; rowBlock += kRows) {
        float sums[kRows][kColumns] = {};
        for (unsigned k = 0; k < kN; ++k) {
          const float* source = b + std::size_t{k} * kN + columnBlock;
          for (unsigned row = 0; row < kRows; ++row) {
            const float factor = a[std::size_t{rowBlock + row} * kN + k];
#pragma omp simd
            for (unsigned column = 0; column < kColumns; ++column) {
              sums[row][column] += factor * source[column];
            }
          }
        }
        for (unsigned row = 0; row < kRows; ++row) {
          std::copy_n(sums[row], kColumns, c + std::size_t{rowBlock + row} * kN + columnBlock);
        }
      }
    }
  }
};

} // namespace

std::unique_ptr<Workload> makeMatmulNaive() {
  return std::make_unique<MatmulNaive>();
}
std::unique_ptr<Workload> makeMatmulTiled() {
  return std::make_unique<MatmulTiled>();
}

} // namespace heddle::bench
