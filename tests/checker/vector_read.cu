// The last float4 of an array of ten floats is half outside of it.
// check: --report-api-errors no --show-backtrace no
// finds: Invalid __global__ read of size 16 bytes
// finds: in vector_read.cu:@wrong
// finds: by thread (2,0,0) in block (0,0,0)
// lacks: Host Frame
// errors: 1
#include <cuda_runtime.h>

__global__ void sum(const float4* values, float* result) {
  const float4 v = values[threadIdx.x]; // wrong
  result[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  float4* values;
  float* result;
  cudaMalloc(&values, 10 * sizeof(float));
  cudaMalloc(&result, 3 * sizeof(float));
  cudaMemset(values, 0, 10 * sizeof(float));
  sum<<<1, 3>>>(values, result);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
