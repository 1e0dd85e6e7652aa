#include "kernels.h"

#include <cmath>

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::bodies;

class Nbody : public Workload {
public:
  void run() override {
    const float* x = x_.data();
    const float* y = y_.data();
    const float* z = z_.data();
    const float* mass = mass_.data();
    float* out = acceleration_.data();
#pragma omp parallel for
    for (unsigned i = 0; i < kN; ++i) {
      const float xi = x[i], yi = y[i], zi = z[i];
      float ax = 0.0f, ay = 0.0f, az = 0.0f;
#pragma omp simd reduction(+ : ax, ay, az)
      for (unsigned j = 0; j < kN; ++j) {
        const float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + kSoftening);
        const float strength = mass[j] * inverse * inverse * inverse;
        ax += dx * strength;
        ay += dy * strength;
        az += dz * strength;
      }
      out[i * 3] = ax;
      out[i * 3 + 1] = ay;
      out[i * 3 + 2] = az;
    }
  }

  std::vector<float> result() override {
    run();
    return acceleration_;
  }

private:
  std::vector<float> x_ = randomFloats(kN, -1.0f, 1.0f, 1);
  std::vector<float> y_ = randomFloats(kN, -1.0f, 1.0f, 2);
  std::vector<float> z_ = randomFloats(kN, -1.0f, 1.0f, 3);
  std::vector<float> mass_ = randomFloats(kN, 0.1f, 1.0f, 4);
  std::vector<float> acceleration_ = std::vector<float>(kN * 3);
};

} // namespace

std::unique_ptr<Workload> makeNbody() {
  return std::make_unique<Nbody>();
}

} // namespace heddle::bench
