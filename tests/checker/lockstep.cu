// A sum within a warp without __syncwarp(), as it was written before compute capability 7.0.
// check: --tool portability
// finds: Portability: Threads of a warp count on running in lockstep between
// finds: in lockstep.cu:@wrong
// errors: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const int* values, int* result) {
  __shared__ int tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    const int other = tile[threadIdx.x + 16];
    tile[threadIdx.x] += other; // wrong
  }
  __syncthreads();
  result[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *values, *result;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&result, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  sum<<<1, 64>>>(values, result);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
