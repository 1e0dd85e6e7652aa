// A thread's index goes beyond its local array.
// check: --report-api-errors no
// finds: Invalid __local__ read of size 4 bytes
// finds: in local_array.cu:@wrong
// finds: by thread (0,0,0) in block (0,0,0)
// errors: 1
#include <cuda_runtime.h>

__global__ void count(const int* digits, int n, int* result) {
  int counts[8] = {};
  for (int i = 0; i < n; ++i)
    counts[digits[i]] += i; // wrong
  for (int i = 0; i < 8; ++i)
    result[i] = counts[i];
}

int main() {
  const int digits[3] = {1, 7, 8};
  int *copy, *result;
  cudaMalloc(&copy, sizeof digits);
  cudaMalloc(&result, 8 * sizeof(int));
  cudaMemcpy(copy, digits, sizeof digits, cudaMemcpyHostToDevice);
  count<<<1, 1>>>(copy, 3, result);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
