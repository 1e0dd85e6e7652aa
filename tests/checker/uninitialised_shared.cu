// Shared memory that the block has written only in part.
// check: --tool initcheck --initcheck-address-space all
// finds: Uninitialized __shared__ memory read of size 4 bytes
// finds: in uninitialised_shared.cu:@wrong
// finds: by thread (0,0,0) in block (0,0,0)
// lacks: uninitialised_shared.cu:@right
// lacks: uninitialised_shared.cu:@exchange
// errors: 32
#include <cuda_runtime.h>

__global__ void sums(const int* values, int* result) {
  __shared__ int tile[64], first;
  atomicExch(&first, 0); // exchange
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  result[threadIdx.x] = tile[31 - threadIdx.x] + first + // right
                        tile[threadIdx.x + 32];          // wrong
}

int main() {
  int *values, *result;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMalloc(&result, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  sums<<<1, 32>>>(values, result);
  return cudaDeviceSynchronize();
}
