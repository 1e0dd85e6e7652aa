// A function that is inlined reads before the start of an array.
// check: --report-api-errors no
// finds: Invalid __global__ read of size 8 bytes
// finds: at left(double const*, int) in inlined_read.cu:@wrong
// finds: Device Frame: middle(double const*, int) in inlined_read.cu:@inner
// finds: Device Frame: difference(double const*, double*) in inlined_read.cu:@call
// finds: by thread (0,0,0) in block (0,0,0)
// finds: and is 8 bytes before the nearest allocation at 0x
// errors: 1
#include <cuda_runtime.h>

__device__ double left(const double* values, int i) {
  return values[i - 1]; // wrong
}

__device__ double middle(const double* values, int i) {
  return values[i] - left(values, i); // inner
}

__global__ void difference(const double* values, double* result) {
  const int i = threadIdx.x;
  result[i] = middle(values, i); // call
}

int main() {
  double *values, *result;
  cudaMalloc(&values, 4096 * sizeof(double));
  cudaMalloc(&result, 32 * sizeof(double));
  cudaMemset(values, 0, 4096 * sizeof(double));
  difference<<<1, 32>>>(values, result);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
