// One thread writes behind the end of an array, because the comparison lets it.
// finds: Invalid __global__ write of size 4 bytes
// finds: at fill(int, int*) in global_write.cu:@wrong
// finds: by thread (36,0,0) in block (1,0,0)
// finds: is out of bounds
// finds: and is 1 bytes after the nearest allocation at 0x
// finds: of size 400 bytes
// finds: Saved host backtrace up to driver entry point at kernel launch time
// finds: (error 719) due to "unspecified launch failure" on CUDA API call to cudaDeviceSynchronize.
// errors: 2
#include <cuda_runtime.h>

__global__ void fill(int n, int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    values[i] = i; // wrong
}

int main() {
  int* values;
  cudaMalloc(&values, 100 * sizeof(int));
  fill<<<2, 64>>>(100, values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
