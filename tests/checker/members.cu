// A lane takes part in a shuffle whose mask does not name it.
// check: --tool synccheck
// finds: Barrier error detected. Invalid arguments
// finds: at exchange(unsigned int, int*)
// finds: by thread (3,0,0) in block (0,0,0)
// finds: Mask 0xfffffff7 does not include the thread
// errors: 1
#include <cuda_runtime.h>

__global__ void exchange(unsigned mask, int* values) {
  values[threadIdx.x] = __shfl_xor_sync(mask, values[threadIdx.x], 1);
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  exchange<<<1, 32>>>(0xffffffffu, values);
  exchange<<<1, 32>>>(0xfffffff7u, values);
  return cudaDeviceSynchronize();
}
