// A sum of floating-point numbers by atomics is another one in another order of blocks.
// check: --tool portability
// finds: Portability: What the program prints depends on the order of its blocks
// finds: line 2:
// errors: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(float* result) {
  atomicAdd(result, 1.0f / static_cast<float>(blockIdx.x + 1));
}

int main() {
  float* result;
  cudaMallocManaged(&result, sizeof(float));
  *result = 0;
  sum<<<1000, 1>>>(result);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%.9g\n", *result);
}
