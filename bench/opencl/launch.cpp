#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

class Launch : public Workload {
public:
  explicit Launch(unsigned count) : count_(count) {}

  void run() override {
    for (unsigned i = 0; i < count_; ++i) {
      device_.launch(kernel_, 1, 1);
    }
    device_.finish();
  }

  std::vector<float> result() override { return {1.0f}; }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel("kernel void empty() {}", "empty");
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
