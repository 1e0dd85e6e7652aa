#include "kernels.h"

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::stencil;

class Stencil : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned row = 1; row < kN - 1; ++row) {
      const float* middle = in + std::size_t{row} * kN;
      const float* above = middle - kN;
      const float* below = middle + kN;
      float* target = out + std::size_t{row} * kN;
#pragma omp simd
      for (unsigned column = 1; column < kN - 1; ++column) {
        target[column] = 0.5f * middle[column] + 0.125f * (above[column] + below[column] +
                                                           middle[column - 1] + middle[column + 1]);
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

std::unique_ptr<Workload> makeStencil() {
  return std::make_unique<Stencil>();
}

} // namespace heddle::bench
