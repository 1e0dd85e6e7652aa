// A kernel reads behind the end of a variable of the device, by a function that it calls
// through a pointer.
// check: --report-api-errors no
// finds: Invalid __global__ read of size 4 bytes
// finds: in device_variable.cu:@wrong
// finds: by thread (3,0,0) in block (0,0,0)
// finds: of size 12 bytes
// errors: 1
#include <cuda_runtime.h>

__device__ int table[3] = {1, 2, 3};

__device__ int lookUp(int i) {
  return table[i]; // wrong
}
__device__ int same(int i) {
  return i;
}
__device__ int (*const functions[2])(int) = {same, lookUp};

__global__ void apply(int which, int* result) {
  result[threadIdx.x] = functions[which](threadIdx.x);
}

int main() {
  int* result;
  cudaMalloc(&result, 4 * sizeof(int));
  apply<<<1, 4>>>(0, result);
  apply<<<1, 4>>>(1, result);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
