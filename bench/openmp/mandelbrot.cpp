#include "kernels.h"

namespace heddle::bench {
namespace {

// Pixels that iterate together, so that the compiler can use vectors in spite of the loop whose
// length depends on the pixel.
constexpr unsigned kLanes = 16;

class Mandelbrot : public Workload {
public:
  void run() override {
    int* counts = counts_.data();
#pragma omp parallel for schedule(dynamic, 4)
    for (unsigned row = 0; row < size::mandelbrotHeight; ++row) {
      const float cy = kMandelbrotTop + static_cast<float>(row) * kMandelbrotStepY;
      for (unsigned first = 0; first < size::mandelbrotWidth; first += kLanes) {
        iterate(first, cy, counts + std::size_t{row} * size::mandelbrotWidth + first);
      }
    }
  }

  std::vector<float> result() override {
    run();
    return {counts_.begin(), counts_.end()};
  }

private:
  static void iterate(unsigned first, float cy, int* result) {
    float cx[kLanes], x[kLanes], y[kLanes];
    int count[kLanes];
#pragma omp simd
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      cx[lane] = kMandelbrotLeft + static_cast<float>(first + lane) * kMandelbrotStep;
      x[lane] = 0.0f;
      y[lane] = 0.0f;
      count[lane] = 0;
    }
    for (unsigned step = 0; step < size::mandelbrotLimit; ++step) {
      int active = 0;
#pragma omp simd reduction(| : active)
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const float xx = x[lane] * x[lane];
        const float yy = y[lane] * y[lane];
        const int inside = xx + yy <= 4.0f;
        const float nextX = xx - yy + cx[lane];
        y[lane] = 2.0f * x[lane] * y[lane] + cy;
        x[lane] = nextX;
        count[lane] += inside;
        active |= inside;
      }
      if (!active) {
        break;
      }
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      result[lane] = count[lane];
    }
  }

  std::vector<int> counts_ =
      std::vector<int>(std::size_t{size::mandelbrotWidth} * size::mandelbrotHeight);
};

} // namespace

std::unique_ptr<Workload> makeMandelbrot() {
  return std::make_unique<Mandelbrot>();
}

} // namespace heddle::bench
