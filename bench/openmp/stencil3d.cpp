#include "kernels.h"

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::stencil3d;
constexpr std::size_t kElements = std::size_t{kN} * kN * kN;

class Stencil3d : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned z = 1; z < kN - 1; ++z) {
      for (unsigned y = 1; y < kN - 1; ++y) {
        const float* middle = in + (std::size_t{z} * kN + y) * kN;
        float* target = out + (std::size_t{z} * kN + y) * kN;
#pragma omp simd
        for (unsigned x = 1; x < kN - 1; ++x) {
          const float* at = middle + x;
          target[x] = 0.4f * at[0] + 0.1f * (at[-1] + at[1] + at[-static_cast<int>(kN)] + at[kN] +
                                             at[-static_cast<int>(kN * kN)] + at[kN * kN]);
        }
      }
    }
  }

  std::vector<float> result() override {
    run();
    return out_;
  }

private:
  std::vector<float> in_ = randomFloats(kElements, -1.0f, 1.0f, 1);
  std::vector<float> out_ = std::vector<float>(kElements);
};

} // namespace

std::unique_ptr<Workload> makeStencil3d() {
  return std::make_unique<Stencil3d>();
}

} // namespace heddle::bench
