// The host has written all elements of an array but one.
// check: --tool initcheck
// finds: Uninitialized __global__ memory read of size 4 bytes
// finds: in uninitialised.cu:@wrong
// finds: by thread (9,0,0) in block (0,0,0)
// finds: Address 0x
// errors: 1
#include <cuda_runtime.h>

__global__ void twice(const float* values, float* result) {
  result[threadIdx.x] = 2 * values[threadIdx.x]; // wrong
}

int main() {
  const float some[9] = {};
  float *values, *result;
  cudaMalloc(&values, 10 * sizeof(float));
  cudaMalloc(&result, 10 * sizeof(float));
  cudaMemcpy(values, some, sizeof some, cudaMemcpyHostToDevice);
  twice<<<1, 10>>>(values, result);
  return cudaDeviceSynchronize();
}
