#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void hitsInCircle(unsigned points, unsigned* hits) {
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  RandomSequence random(thread);
  unsigned inside = 0;
  for (unsigned i = 0; i < points; ++i) {
    float x = random.next(), y = random.next();
    inside += x * x + y * y <= 1.0f;
  }
  hits[thread] = inside;
}

class MonteCarlo : public Workload {
public:
  void run() override {
    hitsInCircle<<<size::walkers / size::block, size::block>>>(size::pointsOfWalker, hits_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    const std::vector<unsigned> hits = hits_.read();
    return {hits.begin(), hits.end()};
  }

private:
  Buffer<unsigned> hits_{size::walkers};
};

} // namespace

std::unique_ptr<Workload> makeMonteCarlo() {
  return std::make_unique<MonteCarlo>();
}

} // namespace heddle::bench
