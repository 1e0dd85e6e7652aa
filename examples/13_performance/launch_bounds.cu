// Shows: __launch_bounds__, and how its values follow from the architecture by macros.
// From: X-171, X-172 of the guide.
// Try next: nvcc -Xptxas -v, with other bounds.
#include "../device_array.h"

#define THREADS_PER_BLOCK 256
#if __CUDA_ARCH__ >= 200
#define MY_KERNEL_MAX_THREADS (2 * THREADS_PER_BLOCK)
#define MY_KERNEL_MIN_BLOCKS 3
#else
#define MY_KERNEL_MAX_THREADS THREADS_PER_BLOCK
#define MY_KERNEL_MIN_BLOCKS 2
#endif

__global__ void __launch_bounds__(MY_KERNEL_MAX_THREADS, MY_KERNEL_MIN_BLOCKS) byMacros(int* out) {
  out[threadIdx.x] = threadIdx.x;
}
__global__ void __launch_bounds__(128) oneBound(int* out) {
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, byMacros));
  EXPECT(attributes.maxThreadsPerBlock == 512);
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, oneBound));
  EXPECT(attributes.maxThreadsPerBlock == 128);

  DeviceArray<int> out(512);
  byMacros<<<1, 512>>>(out);
  EXPECT(out.values()[511] == 511);
  oneBound<<<1, 129>>>(out); // more than was promised
  EXPECT(cudaGetLastError() != cudaSuccess);
  return report();
}
