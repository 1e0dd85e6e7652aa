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

__device__ float sumOfWarp(float value) {
  for (unsigned distance = warpSize / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

// The same, but the threads of a warp hand each other their sums in registers.
__global__ void reduceSumByShuffles(const float* values, unsigned n, float* sums) {
  constexpr unsigned kWarpSize = 32;
  __shared__ float partial[size::block / kWarpSize];
  unsigned thread = threadIdx.x;
  float sum = 0.0f;
  for (unsigned i = blockIdx.x * blockDim.x + thread; i < n; i += gridDim.x * blockDim.x) {
    sum += values[i];
  }
  sum = sumOfWarp(sum);
  if (thread % kWarpSize == 0) {
    partial[thread / kWarpSize] = sum;
  }
  __syncthreads();
  if (thread < kWarpSize) {
    sum = sumOfWarp(thread < size::block / kWarpSize ? partial[thread] : 0.0f);
    if (thread == 0) {
      sums[blockIdx.x] = sum;
    }
  }
}

using ReductionKernel = void (*)(const float*, unsigned, float*);

class Reduction : public Workload {
public:
  explicit Reduction(ReductionKernel kernel) : kernel_(kernel) {}

  void run() override {
    kernel_<<<size::gridStrideBlocks, size::block>>>(values_.data(), size::reduction, sums_.data());
    kernel_<<<1, size::block>>>(sums_.data(), size::gridStrideBlocks, total_.data());
    finish();
  }

  std::vector<float> result() override {
    run();
    return total_.read();
  }

private:
  ReductionKernel kernel_;
  Buffer<float> values_{randomFloats(size::reduction, 0.0f, 1.0f, 1)};
  Buffer<float> sums_{size::gridStrideBlocks};
  Buffer<float> total_{1};
};

} // namespace

std::unique_ptr<Workload> makeReduction() {
  return std::make_unique<Reduction>(reduceSum);
}
std::unique_ptr<Workload> makeReductionShuffles() {
  return std::make_unique<Reduction>(reduceSumByShuffles);
}

} // namespace heddle::bench
