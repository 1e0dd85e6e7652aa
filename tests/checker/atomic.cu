// A histogram has no bin for the largest value. Of two kernels the second one alone is checked.
// check: --report-api-errors no --kernel-name kns=count
// check: --kernel-name-exclude kernel_name=spill
// finds: Invalid __global__ atomic of size 4 bytes
// finds: in atomic.cu:@wrong
// finds: by thread (2,1,0) in block (0,0,0)
// errors: 1
#include <cuda_runtime.h>

__global__ void spill(int* bins) {
  bins[16] = 0;
}

__global__ void count(int* bins) {
  const unsigned value = threadIdx.y * 4 + threadIdx.x == 6 ? 16 : threadIdx.x;
  atomicAdd(&bins[value], 1); // wrong
}

int main() {
  int* bins;
  cudaMalloc(&bins, 16 * sizeof(int));
  cudaMemset(bins, 0, 16 * sizeof(int));
  spill<<<1, 1>>>(bins);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  count<<<1, dim3(4, 2)>>>(bins);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
