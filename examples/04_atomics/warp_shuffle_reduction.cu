// Shows: the lanes of a warp add up their values with shuffles, without shared memory.
// From: our own.
// Try next: __reduce_add_sync in place of the loop.
#include <vector>

#include "../example.h"

__device__ int warpSum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sum(const int* data, int n, int* result) {
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += data[i];
  mine = warpSum(mine);
  __shared__ int warps[32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0)
    warps[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    mine = warpSum(lane < blockDim.x / warpSize ? warps[lane] : 0);
    if (lane == 0)
      atomicAdd(result, mine);
  }
}

int main() {
  const int n = 300000;
  std::vector<int> data(n);
  int expected = 0, result = 0;
  for (int i = 0; i < n; ++i)
    expected += data[i] = i % 1000 - 499;
  int *deviceData, *deviceResult;
  CHECK_CUDA(cudaMalloc(&deviceData, n * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&deviceResult, sizeof(int)));
  CHECK_CUDA(cudaMemcpy(deviceData, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(deviceResult, 0, sizeof(int)));
  sum<<<32, 256>>>(deviceData, n, deviceResult);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(&result, deviceResult, sizeof result, cudaMemcpyDeviceToHost));
  std::printf("sum of %d numbers: %d, expected %d\n", n, result, expected);
  cudaFree(deviceData);
  cudaFree(deviceResult);
  return report(result == expected);
}
