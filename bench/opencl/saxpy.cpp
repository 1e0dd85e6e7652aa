#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void saxpy(uint n, float a, global const float* x, global float* y) {
  uint i = get_global_id(0);
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}
)cl";

class Saxpy : public Workload {
public:
  Saxpy() { setArguments(kernel_, size::saxpy, kSaxpyFactor, x_, y_); }

  void run() override {
    device_.launch(kernel_, roundUp(size::saxpy, size::block), size::block);
    device_.finish();
  }

  std::vector<float> result() override {
    device_.write(y_, randomFloats(size::saxpy, -1.0f, 1.0f, 2));
    run();
    return device_.read<float>(y_, size::saxpy);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "saxpy");
  cl::Buffer x_ = device_.buffer(randomFloats(size::saxpy, -1.0f, 1.0f, 1));
  cl::Buffer y_ = device_.buffer(randomFloats(size::saxpy, -1.0f, 1.0f, 2));
};

} // namespace

std::unique_ptr<Workload> makeSaxpy() {
  return std::make_unique<Saxpy>();
}

} // namespace heddle::bench
