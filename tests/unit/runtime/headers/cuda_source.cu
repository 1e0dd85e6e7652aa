// The headers in a CUDA compilation: launches, symbols, attributes, occupancy.
#include "cuda_runtime.h"

__constant__ float factors[4];
__device__ float* table;

__global__ void scale(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * factors[i % 4];
}

template <class T> __global__ void fill(T* out, T value) {
  out[threadIdx.x] = value;
}

int main() {
  float* memory = nullptr;
  float host[4] = {1, 2, 3, 4};
  cudaMalloc(&memory, sizeof host);
  cudaMemcpyToSymbol(factors, host, sizeof host);
  cudaMemcpyToSymbol(table, &memory, sizeof memory);
  scale<<<dim3(1), 4>>>(memory, memory, 4);
  scale<<<1, dim3(2, 2), 16, cudaStreamPerThread>>>(memory, memory, 4);
  fill<<<1, 4>>>(memory, 1.0f);
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, scale,
                                                 [](int threads) { return size_t(threads) * 4; });
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 4;
  cudaLaunchKernelEx(&config, scale, memory, memory, 4L); // converted to the parameter's int
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, scale);
  cudaFuncSetAttribute(fill<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  return cudaDeviceSynchronize();
}
