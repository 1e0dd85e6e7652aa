// Shows: the sum of 256 values whose last steps are one warp's, through volatile shared memory.
// From: X-156 of the guide.
// Try next: shuffles in place of shared memory, as in 04_atomics/warp_shuffle_reduction.cu.
#include "../device_array.h"

extern __shared__ float values[];

// Volatile: every step reads what the other lanes wrote in the step before, not a register. Since
// Volta the lanes of a warp may drift apart, so __syncwarp holds them together between the steps.
__device__ void sumOfWarp(volatile float* data, int lane) {
  for (int offset = 32; offset > 0; offset /= 2) {
    const float sum = data[lane] + data[lane + offset];
    __syncwarp();
    data[lane] = sum;
    __syncwarp();
  }
}

__global__ void sumOfBlock(const float* in, float* out) {
  const int i = threadIdx.x;
  values[i] = in[blockIdx.x * 256 + i];
  __syncthreads();
  if (i < 128)
    values[i] += values[i + 128];
  __syncthreads();
  if (i < 64)
    values[i] += values[i + 64];
  __syncthreads();
  if (i < 32)
    sumOfWarp(values, i);
  if (i == 0)
    out[blockIdx.x] = values[0];
}

int main() {
  const int blocks = 5;
  std::vector<float> in(blocks * 256);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i % 37);
  DeviceArray<float> deviceIn(in), deviceOut(blocks);
  sumOfBlock<<<blocks, 256, 256 * sizeof(float)>>>(deviceIn, deviceOut);
  const std::vector<float> out = deviceOut.values();
  for (int block = 0; block < blocks; ++block) {
    float sum = 0;
    for (int i = 0; i < 256; ++i)
      sum += in[block * 256 + i];
    EXPECT(out[block] == sum);
  }
  return report();
}
