#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void empty() {}

class Launch : public Workload {
public:
  explicit Launch(unsigned count) : count_(count) {}

  void run() override {
    for (unsigned i = 0; i < count_; ++i) {
      empty<<<1, 1>>>();
    }
    finish();
  }

  std::vector<float> result() override { return {1.0f}; }

private:
  unsigned count_;
};

} // namespace

std::unique_ptr<Workload> makeEmptyLaunch() {
  return std::make_unique<Launch>(1);
}
std::unique_ptr<Workload> makeAsyncLaunches() {
  return std::make_unique<Launch>(size::asyncLaunches);
}

} // namespace heddle::bench
