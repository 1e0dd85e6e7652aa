// Shows: a sum in one launch: the block that finishes last adds the sums of all the others.
// From: X-163 of the guide.
// Try next: take the fence away, and think about which stores may come late.
#include "../device_array.h"

const int threads = 128;

__device__ unsigned finished = 0;
__shared__ bool isLast;

// The sum of the values first, first + step, … below n, by all threads of the block.
__device__ float sumOfBlock(const volatile float* values, int first, int step, int n) {
  __shared__ float parts[threads];
  float sum = 0;
  for (int i = first; i < n; i += step)
    sum += values[i];
  __syncthreads();
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
  }
  return parts[0];
}

__global__ void sum(const float* array, int n, volatile float* result) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const float part = sumOfBlock(array, first, gridDim.x * blockDim.x, n);
  if (threadIdx.x == 0) {
    result[blockIdx.x] = part;
    __threadfence(); // the part is visible before the count says so
    // The count goes back to 0 with the last block, ready for the next launch.
    isLast = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast) {
    const float total = sumOfBlock(result, threadIdx.x, blockDim.x, gridDim.x);
    if (threadIdx.x == 0)
      result[0] = total;
  }
}

int main() {
  const int n = 100000, blocks = 37;
  std::vector<float> array(n);
  float expected = 0;
  for (int i = 0; i < n; ++i)
    expected += array[i] = static_cast<float>(i % 17);
  DeviceArray<float> deviceArray(array), result(blocks);
  for (int round = 0; round < 3; ++round) {
    sum<<<blocks, threads>>>(deviceArray, n, result);
    EXPECT(result.values()[0] == expected);
    unsigned count = 1;
    CHECK_CUDA(cudaMemcpyFromSymbol(&count, finished, sizeof count));
    EXPECT(count == 0);
  }
  return report();
}
