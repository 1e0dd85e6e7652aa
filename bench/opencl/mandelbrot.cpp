#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void mandelbrot(global int* counts, uint width, uint height, float left, float top,
                       float stepX, float stepY, int limit) {
  uint column = get_global_id(0);
  uint row = get_global_id(1);
  if (column >= width || row >= height) {
    return;
  }
  float cx = left + (float)column * stepX;
  float cy = top + (float)row * stepY;
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < limit && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++count;
  }
  counts[row * width + column] = count;
}
)cl";

constexpr std::size_t kPixels = std::size_t{size::mandelbrotWidth} * size::mandelbrotHeight;

class Mandelbrot : public Workload {
public:
  Mandelbrot() {
    setArguments(kernel_, counts_, size::mandelbrotWidth, size::mandelbrotHeight, kMandelbrotLeft,
                 kMandelbrotTop, kMandelbrotStep, kMandelbrotStepY,
                 static_cast<cl_int>(size::mandelbrotLimit));
  }

  void run() override {
    device_.launch(kernel_, {size::mandelbrotWidth, size::mandelbrotHeight}, {16, 16});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    const std::vector<cl_int> counts = device_.read<cl_int>(counts_, kPixels);
    return {counts.begin(), counts.end()};
  }

private:
  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "mandelbrot");
  cl::Buffer counts_ = device_.buffer<cl_int>(kPixels);
};

} // namespace

std::unique_ptr<Workload> makeMandelbrot() {
  return std::make_unique<Mandelbrot>();
}

} // namespace heddle::bench
