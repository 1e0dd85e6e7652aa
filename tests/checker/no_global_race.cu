// What orders accesses to global memory: barriers, the end of a kernel, atomics that count, flags,
// and grid barriers.
// check: --tool racecheck --racecheck-address-space all
// errors: 0
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__device__ unsigned arrived;

// The last block to come adds up what the others have written.
__global__ void sumByLast(int* partial, int* sum) {
  if (threadIdx.x == 0)
    partial[blockIdx.x] = blockIdx.x;
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    __threadfence();
    isLast = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *sum += partial[i];
}

// Each block waits for the one before it.
__global__ void chain(volatile int* flags, int* values) {
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
  }
  values[blockIdx.x + 1] = values[blockIdx.x] + 1;
  __threadfence();
  flags[blockIdx.x] = 1;
}

__global__ void rotate(int* values) {
  const int next = values[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  values[threadIdx.x] = next;
}

__global__ void histogram(const int* values, int* counts) {
  atomicAdd(&counts[values[threadIdx.x] % 4], 1);
}

__global__ void same(int* flag) {
  *flag = 1;
}

__global__ void neighbours(int* values, int* result) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  values[i] = i;
  cooperative_groups::this_grid().sync();
  result[i] = values[all - 1 - i];
}

int main() {
  int *values, *result;
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMalloc(&result, 256 * sizeof(int));
  cudaMemset(values, 0, 256 * sizeof(int));
  cudaMemset(result, 0, 256 * sizeof(int));
  sumByLast<<<8, 32>>>(values, result);
  chain<<<4, 1>>>(result, values);
  rotate<<<1, 64>>>(values);
  histogram<<<4, 64>>>(values, result);
  same<<<4, 64>>>(values);
  void* arguments[] = {&values, &result};
  cudaLaunchCooperativeKernel((void*)neighbours, 4, 64, arguments, 0, 0);
  return cudaDeviceSynchronize();
}
