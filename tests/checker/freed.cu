// A kernel writes to memory that has been freed.
// check: --report-api-errors no
// finds: Invalid __global__ write of size 4 bytes
// finds: at set(int*) in freed.cu:@wrong
// finds: by thread (0,0,0) in block (0,0,0)
// finds: is out of bounds
// errors: 1
#include <cuda_runtime.h>

__global__ void set(int* value) {
  *value = 1; // wrong
}

int main() {
  int *first, *second;
  cudaMalloc(&first, sizeof(int));
  cudaMalloc(&second, sizeof(int));
  cudaFree(first);
  set<<<1, 1>>>(second);
  set<<<1, 1>>>(first);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
