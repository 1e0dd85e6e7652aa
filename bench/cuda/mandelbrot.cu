#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void mandelbrot(int* counts, unsigned width, unsigned height, float left, float top,
                           float stepX, float stepY, int limit) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) {
    return;
  }
  float cx = left + static_cast<float>(column) * stepX;
  float cy = top + static_cast<float>(row) * stepY;
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

class Mandelbrot : public Workload {
public:
  void run() override {
    const dim3 block(16, 16);
    const dim3 grid(size::mandelbrotWidth / 16, size::mandelbrotHeight / 16);
    mandelbrot<<<grid, block>>>(counts_.data(), size::mandelbrotWidth, size::mandelbrotHeight,
                                kMandelbrotLeft, kMandelbrotTop, kMandelbrotStep, kMandelbrotStepY,
                                static_cast<int>(size::mandelbrotLimit));
    finish();
  }

  std::vector<float> result() override {
    run();
    const std::vector<int> counts = counts_.read();
    return {counts.begin(), counts.end()};
  }

private:
  Buffer<int> counts_{std::size_t{size::mandelbrotWidth} * size::mandelbrotHeight};
};

} // namespace

std::unique_ptr<Workload> makeMandelbrot() {
  return std::make_unique<Mandelbrot>();
}

} // namespace heddle::bench
