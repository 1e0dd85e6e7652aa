#include "kernels.h"
#include "openmp/buffer.h"

#include <algorithm>

namespace heddle::bench {
namespace {

constexpr int kN = size::convolution;
constexpr int kRadius = size::convolutionRadius;
constexpr std::size_t kElements = std::size_t{size::convolution} * size::convolution;

// Each thread convolves a band of rows, and the columns of the band while its rows are in the
// cache.
class Convolution : public Workload {
public:
  void run() override {
    constexpr int kBand = 32;
#pragma omp parallel
    {
      std::vector<float> rows((kBand + 2 * kRadius) * std::size_t{kN});
      std::vector<float> padded(kN + 2 * kRadius);
#pragma omp for
      for (int first = 0; first < kN; first += kBand) {
        for (int i = 0; i < kBand + 2 * kRadius; ++i) {
          const int row = std::clamp(first - kRadius + i, 0, kN - 1);
          alongRow(in_.data() + std::size_t{kN} * row, padded.data(), &rows[std::size_t{kN} * i]);
        }
        for (int i = 0; i < kBand; ++i) {
          alongColumns(&rows[std::size_t{kN} * i], out_.data() + std::size_t{kN} * (first + i));
        }
      }
    }
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  // Sums stay in registers for so many columns.
  static constexpr int kColumns = 64;

  void alongRow(const float* row, float* padded, float* out) const {
    std::fill_n(padded, kRadius, row[0]);
    std::copy_n(row, kN, padded + kRadius);
    std::fill_n(padded + kRadius + kN, kRadius, row[kN - 1]);
    sumOver(padded, 1, out);
  }

  void alongColumns(const float* rows, float* out) const { sumOver(rows, kN, out); }

  // Adds up what lies `step` elements apart, from each element of `in` on.
  void sumOver(const float* in, std::ptrdiff_t step, float* out) const {
    const float* weights = weights_.data();
    for (int block = 0; block < kN; block += kColumns) {
      float sums[kColumns] = {};
      for (int k = 0; k <= 2 * kRadius; ++k) {
        const float* source = in + block + k * step;
#pragma omp simd
        for (int column = 0; column < kColumns; ++column) {
          sums[column] += weights[k] * source[column];
        }
      }
      std::copy_n(sums, kColumns, out + block);
    }
  }

  std::vector<float> weights_ = convolutionWeights();
  Buffer<float> in_{randomFloats(kElements, -1.0f, 1.0f, 1)};
  Buffer<float> out_{kElements};
};

} // namespace

std::unique_ptr<Workload> makeConvolution() {
  return std::make_unique<Convolution>();
}

} // namespace heddle::bench
