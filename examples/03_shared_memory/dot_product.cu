// Dot product: each block sums in shared memory, the host adds the blocks' results.
#include <vector>

#include "example.h"

const int threads = 256, blocks = 32;

__global__ void dot(const float* a, const float* b, float* partial, int n) {
  __shared__ float cache[threads];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      cache[threadIdx.x] += cache[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    partial[blockIdx.x] = cache[0];
}

int main() {
  const int n = 33 * 1024;
  std::vector<float> a(n), b(n), partial(blocks);
  double expected = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i % 11);
    b[i] = static_cast<float>(i % 4);
    expected += a[i] * b[i];
  }
  float *deviceA, *deviceB, *devicePartial;
  CHECK_CUDA(cudaMalloc(&deviceA, n * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&deviceB, n * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&devicePartial, blocks * sizeof(float)));
  CHECK_CUDA(cudaMemcpy(deviceA, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  dot<<<blocks, threads>>>(deviceA, deviceB, devicePartial, n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(
      cudaMemcpy(partial.data(), devicePartial, blocks * sizeof(float), cudaMemcpyDeviceToHost));
  double result = 0;
  for (float value : partial)
    result += value;
  std::printf("dot product of %d elements: %.0f, expected %.0f\n", n, result, expected);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(devicePartial);
  return report(result == expected);
}
