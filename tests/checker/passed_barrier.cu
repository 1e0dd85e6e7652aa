// Half of the block's warps pass by a barrier that the others meet at. A GPU lets that through if
// they return, and so does NVIDIA's tool.
// check: --tool synccheck --strict yes
// finds: Barrier error detected. Divergent thread(s) in block
// finds: at half(int*) in passed_barrier.cu:@wrong
// errors: 1
#include <cuda_runtime.h>

__global__ void half(int* values) {
  if (threadIdx.x < 32) {
    values[threadIdx.x] = 1;
    __syncthreads(); // wrong
  }
  values[threadIdx.x] += 1;
}

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  half<<<1, 64>>>(values);
  return cudaDeviceSynchronize();
}
