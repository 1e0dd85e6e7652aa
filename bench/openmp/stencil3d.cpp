#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::stencil3d;
constexpr std::ptrdiff_t kRow = kN, kPlane = std::ptrdiff_t{kN} * kN;
// Planes that are computed together: a plane is then read twice rather than three times, and those
// of which points are made fit into the second-level cache of a core.
constexpr int kPlanes = 2;
static_assert((kN - 2) % kPlanes == 0);

// Puts lines of kPlanes planes where `write` says.
template <typename Write> void points(const float* at, float* out, Write write) {
  Line column[kPlanes + 2];
  for (int i = 0; i < kPlanes + 2; ++i) {
    column[i] = load<Line>(at + (i - 1) * kPlane);
  }
  for (int i = 0; i < kPlanes; ++i) {
    const float* middle = at + i * kPlane;
    write(out + i * kPlane,
          0.4f * column[i + 1] +
              0.1f * (load<Line>(middle - 1) + load<Line>(middle + 1) + load<Line>(middle - kRow) +
                      load<Line>(middle + kRow) + column[i] + column[i + 2]));
  }
}

// The next row is on its way from the second-level cache while this one is computed.
void prefetchNextRow(const float* at) {
  for (int i = -1; i <= kPlanes; ++i) {
    __builtin_prefetch(at + i * kPlane + kRow);
  }
}

// The surface of the cube stays as it is. The first and the last line of a row are therefore not
// whole, and are written with points of their neighbours.
void rows(const float* in, float* out) {
  points(in + 1, out + 1, store<Line>);
  for (unsigned x = kLine; x < kN - kLine; x += kLine) {
    prefetchNextRow(in + x);
    points(in + x, out + x, stream<Line>);
  }
  points(in + kN - 1 - kLine, out + kN - 1 - kLine, store<Line>);
}

class Stencil3d : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned z = 1; z < kN - 1; z += kPlanes) {
      for (unsigned y = 1; y < kN - 1; ++y) {
        rows(in + z * kPlane + y * kRow, out + z * kPlane + y * kRow);
      }
    }
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{randomFloats(std::size_t{kN} * kN * kN, -1.0f, 1.0f, 1)};
  Buffer<float> out_{std::size_t{kN} * kN * kN};
};

} // namespace

std::unique_ptr<Workload> makeStencil3d() {
  return std::make_unique<Stencil3d>();
}

} // namespace heddle::bench
