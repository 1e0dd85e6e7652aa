// The second half of the warp passes by a shuffle whose mask names it.
// check: --tool synccheck
// finds: Barrier error detected. Divergent thread(s) in warp
// finds: at exchange(int*) in absent_thread.cu:@shuffle
// finds: by thread (0,0,0) in block (0,0,0)
// finds: Mask 0xffffffff names thread (16,0,0), which does not come
// errors: 1
#include <cuda_runtime.h>

__global__ void exchange(int* values) {
  int value = values[threadIdx.x];
  if (threadIdx.x < 16)
    value += __shfl_xor_sync(~0u, value, 1); // shuffle
  values[threadIdx.x] = value;
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  exchange<<<1, 32>>>(values);
  return cudaDeviceSynchronize() != cudaSuccess;
}
