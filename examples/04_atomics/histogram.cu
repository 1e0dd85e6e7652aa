// Shows: a histogram with a copy for each block in shared memory, added up at the end.
// From: our own.
// Try next: count straight in global memory, and compare the time.
#include <vector>

#include "../example.h"

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

int main() {
  const int n = 1 << 20;
  std::vector<unsigned char> data(n);
  std::vector<unsigned> bins(256), expected(256);
  unsigned seed = 1;
  for (unsigned char& value : data) {
    seed = seed * 1664525u + 1013904223u;
    value =
        static_cast<unsigned char>(((seed >> 16 & 0xff) + (seed >> 24)) / 2); // peaks in the middle
    ++expected[value];
  }
  unsigned char* deviceData;
  unsigned* deviceBins;
  CHECK_CUDA(cudaMalloc(&deviceData, n));
  CHECK_CUDA(cudaMalloc(&deviceBins, 256 * sizeof(unsigned)));
  CHECK_CUDA(cudaMemcpy(deviceData, data.data(), n, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(deviceBins, 0, 256 * sizeof(unsigned)));
  histogram<<<64, 256>>>(deviceData, n, deviceBins);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(bins.data(), deviceBins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (int row = 0; row < 16; ++row) {
    unsigned sum = 0;
    for (int i = 0; i < 16; ++i)
      sum += bins[row * 16 + i];
    std::printf("%3d-%3d %6u ", row * 16, row * 16 + 15, sum);
    for (unsigned stars = 0; stars < sum / 3000; ++stars)
      std::putchar('*');
    std::putchar('\n');
  }
  cudaFree(deviceData);
  cudaFree(deviceBins);
  return report(bins == expected);
}
