#include "kernels.h"

#include <cstring>

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::transpose;
// A thread turns squares of this size one after the other, which are whole cache lines on both
// sides.
constexpr unsigned kTile = 32;
// A square of this size fits the vector registers, in which it is turned.
constexpr unsigned kSquare = 8;

using Row = float __attribute__((vector_size(kSquare * sizeof(float))));

// Three rounds in which rows exchange blocks of 4, of 2 and of 1 elements.
void turnSquare(const float* in, float* out) {
  Row a[kSquare], b[kSquare];
  for (unsigned i = 0; i < kSquare; ++i) {
    std::memcpy(&a[i], in + std::size_t{i} * kN, sizeof(Row));
  }
  for (unsigned i = 0; i < 4; ++i) {
    b[i] = __builtin_shufflevector(a[i], a[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    b[i + 4] = __builtin_shufflevector(a[i], a[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (unsigned half = 0; half < kSquare; half += 4) {
    for (unsigned i = half; i < half + 2; ++i) {
      a[i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      a[i + 2] = __builtin_shufflevector(b[i], b[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (unsigned i = 0; i < kSquare; i += 2) {
    b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (unsigned i = 0; i < kSquare; ++i) {
    std::memcpy(out + std::size_t{i} * kN, &b[i], sizeof(Row));
  }
}

void turnTile(const float* in, float* out) {
  for (unsigned column = 0; column < kTile; column += kSquare) {
    for (unsigned row = 0; row < kTile; row += kSquare) {
      turnSquare(in + std::size_t{row} * kN + column, out + std::size_t{column} * kN + row);
    }
  }
}

class Transpose : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for collapse(2)
    for (unsigned rowTile = 0; rowTile < kN; rowTile += kTile) {
      for (unsigned columnTile = 0; columnTile < kN; columnTile += kTile) {
        turnTile(in + std::size_t{rowTile} * kN + columnTile,
                 out + std::size_t{columnTile} * kN + rowTile);
      }
    }
  }

  std::vector<float> result() override {
    run();
    return out_;
  }

private:
  std::vector<float> in_ = randomFloats(std::size_t{kN} * kN, -1.0f, 1.0f, 1);
  std::vector<float> out_ = std::vector<float>(std::size_t{kN} * kN);
};

} // namespace

std::unique_ptr<Workload> makeTranspose() {
  return std::make_unique<Transpose>();
}
std::unique_ptr<Workload> makeTransposeNaive() {
  return std::make_unique<Transpose>();
}

} // namespace heddle::bench
