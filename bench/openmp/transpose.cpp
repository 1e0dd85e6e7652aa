#include "workload.h"

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::transpose;
constexpr unsigned kTile = 32;

class Transpose : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for collapse(2)
    for (unsigned rowBlock = 0; rowBlock < kN; rowBlock += kTile) {
      for (unsigned columnBlock = 0; columnBlock < kN; columnBlock += kTile) {
        for (unsigned column = columnBlock; column < columnBlock + kTile; ++column) {
#pragma omp simd
          for (unsigned row = rowBlock; row < rowBlock + kTile; ++row) {
            out[std::size_t{column} * kN + row] = in[std::size_t{row} * kN + column];
          }
        }
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
