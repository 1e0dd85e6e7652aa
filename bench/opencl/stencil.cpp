#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void stencil(global const float* in, global float* out, uint n) {
  uint column = get_global_id(0);
  uint row = get_global_id(1);
  if (column > 0 && column < n - 1 && row > 0 && row < n - 1) {
    uint i = row * n + column;
    out[i] = 0.5f * in[i] + 0.125f * (in[i - n] + in[i + n] + in[i - 1] + in[i + 1]);
  }
}
)cl";

constexpr std::size_t kElements = std::size_t{size::stencil} * size::stencil;

class Stencil : public Workload {
public:
  Stencil() { setArguments(kernel_, in_, out_, size::stencil); }

  void run() override {
    device_.launch(kernel_, {size::stencil, size::stencil}, {32, 8});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, kElements);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "stencil");
  cl::Buffer in_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 1));
  cl::Buffer out_ = device_.buffer(std::vector<float>(kElements));
};

} // namespace

std::unique_ptr<Workload> makeStencil() {
  return std::make_unique<Stencil>();
}

} // namespace heddle::bench
