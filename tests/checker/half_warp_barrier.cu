// Every second thread passes by a barrier that the others of its warp meet at.
// check: --tool synccheck
// finds: Barrier error detected. Divergent thread(s) in warp
// finds: at part(int*) in half_warp_barrier.cu:@wrong
// errors: 1
#include <cuda_runtime.h>

__global__ void part(int* values) {
  if (threadIdx.x % 2 == 0) {
    values[threadIdx.x] = 1;
    __syncthreads(); // wrong
  }
  values[threadIdx.x] += 1;
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  part<<<1, 32>>>(values);
  return cudaDeviceSynchronize();
}
