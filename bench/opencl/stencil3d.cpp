#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void stencil3d(global const float* in, global float* out, uint n) {
  uint x = get_global_id(0);
  uint y = get_global_id(1);
  uint z = get_global_id(2);
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1) {
    uint i = (z * n + y) * n + x;
    out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] +
                                    in[i - n * n] + in[i + n * n]);
  }
}
)cl";

constexpr std::size_t kElements = std::size_t{size::stencil3d} * size::stencil3d * size::stencil3d;

class Stencil3d : public Workload {
public:
  Stencil3d() { setArguments(kernel_, in_, out_, size::stencil3d); }

  void run() override {
    device_.launch(kernel_, {size::stencil3d, size::stencil3d, size::stencil3d}, {32, 4, 2});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, kElements);
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "stencil3d");
  cl::Buffer in_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 1));
  cl::Buffer out_ = device_.buffer(std::vector<float>(kElements));
};

} // namespace

std::unique_ptr<Workload> makeStencil3d() {
  return std::make_unique<Stencil3d>();
}

} // namespace heddle::bench
