#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

#include <utility>

namespace heddle::bench {
namespace {

// Moves the lanes up by kDistance and puts zeros before them.
template <unsigned kDistance, std::size_t... kLanes>
Line shiftUp(Line line, std::index_sequence<kLanes...>) {
  return __builtin_shufflevector(Line{}, line, (kLine - kDistance + kLanes)...);
}
template <unsigned kDistance> Line shiftUp(Line line) {
  return shiftUp<kDistance>(line, std::make_index_sequence<kLine>());
}

// Exclusive sums of a chunk. Those inside of a line need no carry, so that only one addition a line
// waits for the line before.
void scanChunk(const float* in, float* out) {
  Line carry{};
  for (unsigned i = 0; i < size::scanChunk; i += kLine) {
    Line sums = load<Line>(in + i);
    sums += shiftUp<1>(sums);
    sums += shiftUp<2>(sums);
    sums += shiftUp<4>(sums);
    sums += shiftUp<8>(sums);
    stream(out + i, carry + shiftUp<1>(sums));
    carry += sums[kLine - 1];
  }
}

class BlockScan : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned first = 0; first < size::scan; first += size::scanChunk) {
      scanChunk(in + first, out + first);
    }
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{smallIntegers(size::scan, 1)};
  Buffer<float> out_{size::scan};
};

} // namespace

std::unique_ptr<Workload> makeBlockScan() {
  return std::make_unique<BlockScan>();
}

} // namespace heddle::bench
