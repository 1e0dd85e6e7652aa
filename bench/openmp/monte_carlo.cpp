#include "kernels.h"

namespace heddle::bench {
namespace {

class MonteCarlo : public Workload {
public:
  void run() override {
    unsigned* hits = hits_.data();
    // Walkers side by side in vectors, with sums that stay in registers.
    constexpr unsigned kWalkers = 64;
#pragma omp parallel for
    for (unsigned first = 0; first < size::walkers; first += kWalkers) {
      RandomSequence random[kWalkers];
      unsigned inside[kWalkers] = {};
      for (unsigned i = 0; i < kWalkers; ++i) {
        random[i] = RandomSequence(first + i);
      }
      for (unsigned point = 0; point < size::pointsOfWalker; ++point) {
#pragma omp simd
        for (unsigned i = 0; i < kWalkers; ++i) {
          const float x = random[i].next(), y = random[i].next();
          inside[i] += x * x + y * y <= 1.0f;
        }
      }
      for (unsigned i = 0; i < kWalkers; ++i) {
        hits[first + i] = inside[i];
      }
    }
  }

  std::vector<float> result() override {
    run();
    return {hits_.begin(), hits_.end()};
  }

private:
  std::vector<unsigned> hits_ = std::vector<unsigned>(size::walkers);
};

} // namespace

std::unique_ptr<Workload> makeMonteCarlo() {
  return std::make_unique<MonteCarlo>();
}

} // namespace heddle::bench
