#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
float next(uint* state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) * (1.0f / 16777216.0f);
}

kernel void hitsInCircle(uint points, global uint* hits) {
  uint thread = get_global_id(0);
  uint state = thread * 2654435761u + 1u;
  uint inside = 0;
  for (uint i = 0; i < points; ++i) {
    float x = next(&state), y = next(&state);
    inside += x * x + y * y <= 1.0f;
  }
  hits[thread] = inside;
}
)cl";

class MonteCarlo : public Workload {
public:
  MonteCarlo() { setArguments(kernel_, size::pointsOfWalker, hits_); }

  void run() override {
    device_.launch(kernel_, {size::walkers}, {size::block});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    const std::vector<unsigned> hits = device_.read<unsigned>(hits_, size::walkers);
    return {hits.begin(), hits.end()};
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "hitsInCircle");
  cl::Buffer hits_ = device_.buffer<unsigned>(size::walkers);
};

} // namespace

std::unique_ptr<Workload> makeMonteCarlo() {
  return std::make_unique<MonteCarlo>();
}

} // namespace heddle::bench
