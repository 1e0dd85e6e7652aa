#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

constexpr int kRadius = size::convolutionRadius;

__constant__ float weights[2 * kRadius + 1];

__device__ int clampedTo(int value, int last) {
  return min(max(value, 0), last);
}

__global__ void alongRows(const float* in, float* out, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int k = -kRadius; k <= kRadius; ++k) {
    sum += weights[k + kRadius] * in[row * n + clampedTo(column + k, n - 1)];
  }
  out[row * n + column] = sum;
}

__global__ void alongColumns(const float* in, float* out, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int k = -kRadius; k <= kRadius; ++k) {
    sum += weights[k + kRadius] * in[clampedTo(row + k, n - 1) * n + column];
  }
  out[row * n + column] = sum;
}

constexpr std::size_t kElements = std::size_t{size::convolution} * size::convolution;

class Convolution : public Workload {
public:
  Convolution() {
    const std::vector<float> values = convolutionWeights();
    check(cudaMemcpyToSymbol(weights, values.data(), values.size() * sizeof(float)));
  }

  void run() override {
    const dim3 block(32, 8);
    const dim3 grid(size::convolution / 32, size::convolution / 8);
    alongRows<<<grid, block>>>(in_.data(), rows_.data(), size::convolution);
    alongColumns<<<grid, block>>>(rows_.data(), out_.data(), size::convolution);
    finish();
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{randomFloats(kElements, -1.0f, 1.0f, 1)};
  Buffer<float> rows_{kElements};
  Buffer<float> out_{kElements};
};

} // namespace

std::unique_ptr<Workload> makeConvolution() {
  return std::make_unique<Convolution>();
}

} // namespace heddle::bench
