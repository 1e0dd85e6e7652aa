#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::stencil;

Line points(const float* at) {
  return 0.5f * load<Line>(at) + 0.125f * (load<Line>(at - kN) + load<Line>(at + kN) +
                                           load<Line>(at - 1) + load<Line>(at + 1));
}

// The edge of the picture stays as it is. The first and the last line of the row are therefore not
// whole, and are written with points of their neighbours.
void row(const float* in, float* out) {
  store(out + 1, points(in + 1));
  for (unsigned column = kLine; column < kN - kLine; column += kLine) {
    stream(out + column, points(in + column));
  }
  store(out + kN - 1 - kLine, points(in + kN - 1 - kLine));
}

class Stencil : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned i = 1; i < kN - 1; ++i) {
      row(in + std::size_t{i} * kN, out + std::size_t{i} * kN);
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

std::unique_ptr<Workload> makeStencil() {
  return std::make_unique<Stencil>();
}

} // namespace heddle::bench
