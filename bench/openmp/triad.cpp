#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

namespace heddle::bench {
namespace {

class Triad : public Workload {
public:
  void run() override {
    const float* a = a_.data();
    const float* b = b_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned i = 0; i < size::triad; i += kLine) {
      stream(out + i, load<Line>(a + i) + kSaxpyFactor * load<Line>(b + i));
    }
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> a_{randomFloats(size::triad, -1.0f, 1.0f, 1)};
  Buffer<float> b_{randomFloats(size::triad, -1.0f, 1.0f, 2)};
  Buffer<float> out_{size::triad};
};

} // namespace

std::unique_ptr<Workload> makeTriad() {
  return std::make_unique<Triad>();
}

} // namespace heddle::bench
