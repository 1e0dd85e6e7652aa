#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void alongRows(constant float* weights, global const float* in, global float* out, int n) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; ++k) {
    sum += weights[k + RADIUS] * in[row * n + clamp(column + k, 0, n - 1)];
  }
  out[row * n + column] = sum;
}

kernel void alongColumns(constant float* weights, global const float* in, global float* out,
                         int n) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; ++k) {
    sum += weights[k + RADIUS] * in[clamp(row + k, 0, n - 1) * n + column];
  }
  out[row * n + column] = sum;
}
)cl";

constexpr std::size_t kElements = std::size_t{size::convolution} * size::convolution;

class Convolution : public Workload {
public:
  Convolution() {
    setArguments(alongRows_, weights_, in_, rows_, size::convolution);
    setArguments(alongColumns_, weights_, rows_, out_, size::convolution);
  }

  void run() override {
    device_.launch(alongRows_, {size::convolution, size::convolution}, {32, 8});
    device_.launch(alongColumns_, {size::convolution, size::convolution}, {32, 8});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(out_, kElements);
  }

private:
  cl::Kernel kernel(const char* name) {
    return device_.kernel(kSource, name, "-DRADIUS=" + std::to_string(size::convolutionRadius));
  }

  Device& device_ = Device::instance();
  cl::Kernel alongRows_ = kernel("alongRows");
  cl::Kernel alongColumns_ = kernel("alongColumns");
  cl::Buffer weights_ = device_.buffer(convolutionWeights());
  cl::Buffer in_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 1));
  cl::Buffer rows_ = device_.buffer<float>(kElements);
  cl::Buffer out_ = device_.buffer<float>(kElements);
};

} // namespace

std::unique_ptr<Workload> makeConvolution() {
  return std::make_unique<Convolution>();
}

} // namespace heddle::bench
