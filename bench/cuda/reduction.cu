#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

// Two launches: all blocks make one partial sum each, then one block adds those.
__global__ void reduceSum(const float* values, unsigned n, float* sums) {
  __shared__ float partial[size::block];
  unsigned thread = threadIdx.x;
  float sum = 0.0f;
  for (unsigned i = blockIdx.x * blockDim.x + thread; i < n; i += gridDim.x * blockDim.x) {
    sum += values[i];
  }
  partial[thread] = sum;
  __syncthreads();
  for (unsigned half = size::block / 2; half > 0; half /= 2) {
    if (thread < half) {
      partial[thread] += partial[thread + half];
    }
    __syncthreads();
  }
  if (thread == 0) {
    sums[blockIdx.x] = partial[0];
  }
}

class Reduction : public Workload {
public:
  void run() override {
    reduceSum<<<size::gridStrideBlocks, size::block>>>(values_.data(), size::reduction,
                                                       sums_.data());
    reduceSum<<<1, size::block>>>(sums_.data(), size::gridStrideBlocks, total_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    return total_.read();
  }

private:
  Buffer<float> values_{randomFloats(size::reduction, 0.0f, 1.0f, 1)};
  Buffer<float> sums_{size::gridStrideBlocks};
  Buffer<float> total_{1};
};

} // namespace

std::unique_ptr<Workload> makeReduction() {
  return std::make_unique<Reduction>();
}

} // namespace heddle::bench
