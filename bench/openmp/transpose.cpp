#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

#include <algorithm>

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::transpose;
// A thread turns squares of this size one after the other, which are whole cache lines on both
// sides.
constexpr unsigned kTile = 32;
// A square of this size fits the vector registers, in which it is turned.
constexpr unsigned kSquare = std::max(8u, kLanes);

using Row = float __attribute__((vector_size(kSquare * sizeof(float))));

void turnSquare(const float* in, float* out) {
  Row rows[kSquare];
  for (unsigned i = 0; i < kSquare; ++i) {
    rows[i] = load<Row>(in + std::size_t{i} * kN);
  }
  Square<Row, kSquare>::turn(rows);
  for (unsigned i = 0; i < kSquare; ++i) {
    // Parts of lines must meet in the cache before they go to memory.
    if constexpr (kSquare == kLine) {
      stream(out + std::size_t{i} * kN, rows[i]);
    } else {
      store(out + std::size_t{i} * kN, rows[i]);
    }
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
    return out_.read();
  }

private:
  Buffer<float> in_{randomFloats(std::size_t{kN} * kN, -1.0f, 1.0f, 1)};
  Buffer<float> out_{std::size_t{kN} * kN};
};

} // namespace

std::unique_ptr<Workload> makeTranspose() {
  return std::make_unique<Transpose>();
}
std::unique_ptr<Workload> makeTransposeNaive() {
  return std::make_unique<Transpose>();
}

} // namespace heddle::bench
