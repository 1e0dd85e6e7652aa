// Kernels with different amounts of shared memory run in turn, and no block takes what another
// kernel has left in the shadow for accesses of its own.
// check: --tool racecheck --racecheck-address-space all
// lacks: Race reported
// errors: 0
#include <cuda_runtime.h>

template <int Count> __global__ void reverse(int* values) {
  __shared__ int tile[Count];
  for (int i = threadIdx.x; i < Count; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  values[threadIdx.x] = tile[Count - 1 - threadIdx.x];
}

int main() {
  int* values;
  cudaMalloc(&values, 128 * sizeof(int));
  for (int round = 0; round < 8; ++round) {
    reverse<1000><<<1, 128>>>(values);
    reverse<130><<<1, 128>>>(values);
    reverse<512><<<1, 128>>>(values);
  }
  return cudaDeviceSynchronize();
}
