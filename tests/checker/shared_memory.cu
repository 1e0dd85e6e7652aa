// The launch has less dynamic shared memory than the kernel uses.
// check: --report-api-errors no
// finds: Invalid __shared__ write of size 4 bytes
// finds: in shared_memory.cu:@wrong
// finds: by thread (31,0,0) in block (0,0,0)
// finds: Access to 0x7c is out of bounds
// errors: 1
#include <cuda_runtime.h>

extern __shared__ int tile[];

__global__ void reverse(int* values) {
  tile[threadIdx.x] = values[threadIdx.x]; // wrong
  __syncthreads();
  values[threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  reverse<<<1, 32, 31 * sizeof(int)>>>(values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
