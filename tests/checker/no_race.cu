// Barriers of blocks and warps, atomics, and threads that write the same value, stand for no race.
// check: --tool racecheck
// lacks: Race
// errors: 0
#include <cuda_runtime.h>

__global__ void sum(const int* values, int* result) {
  __shared__ int tile[64];
  __shared__ int total;
  __shared__ bool isDone;
  if (threadIdx.x == 0)
    total = 0;
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step)
      tile[threadIdx.x] += tile[threadIdx.x + step];
    __syncthreads();
  }
  atomicAdd(&total, 1);
  isDone = true;
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  const int neighbour = tile[threadIdx.x ^ 1];
  if (threadIdx.x == 0 && isDone)
    *result = total + neighbour;
}

int main() {
  int *values, *result;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  sum<<<3, 64>>>(values, result);
  return cudaDeviceSynchronize();
}
