// Blocks that wait for those before them, and blocks that pass a lock on, run on every GPU.
// check: --tool portability
// lacks: Portability
// errors: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void chain(int* next, int* sum) {
  __shared__ int number;
  if (threadIdx.x == 0)
    number = atomicAdd(&next[0], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    while (*(volatile int*)&next[1] != number)
      ;
    *sum += number;
    __threadfence();
    atomicAdd(&next[1], 1);
  }
}

int main() {
  int *next, *sum;
  cudaMalloc(&next, 2 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  cudaMemset(next, 0, 2 * sizeof(int));
  *sum = 0;
  chain<<<300, 1024>>>(next, sum);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%d\n", *sum);
}
