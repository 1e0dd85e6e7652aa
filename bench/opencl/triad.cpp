#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void triad(uint n, float factor, global const float* a, global const float* b,
                  global float* out) {
  uint i = get_global_id(0);
  if (i < n) {
    out[i] = a[i] + factor * b[i];
  }
}
)cl";

class Triad : public Workload {
public:
  Triad() { setArguments(kernel_, size::triad, kSaxpyFactor, a_, b_, out_); }

  void run() override {
    device_.launch(kernel_, {size::triad}, {size::block});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, size::triad);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "triad");
  cl::Buffer a_ = device_.buffer(randomFloats(size::triad, -1.0f, 1.0f, 1));
  cl::Buffer b_ = device_.buffer(randomFloats(size::triad, -1.0f, 1.0f, 2));
  cl::Buffer out_ = device_.buffer<float>(size::triad);
};

} // namespace

std::unique_ptr<Workload> makeTriad() {
  return std::make_unique<Triad>();
}

} // namespace heddle::bench
