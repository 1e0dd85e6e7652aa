// Two of four allocations are not freed.
// check: --leak-check full
// finds: Leaked 100 bytes at 0x
// finds: Leaked 2,048 bytes at 0x
// finds: Saved host backtrace up to driver entry point at allocation time
// finds: LEAK SUMMARY: 2148 bytes leaked in 2 allocations
// errors: 2
#include <cuda_runtime.h>

__device__ int variable[100];

int main() {
  void* pointers[4];
  cudaMalloc(&pointers[0], 100);
  cudaMalloc(&pointers[1], 200);
  cudaMallocManaged(&pointers[2], 300);
  cudaMallocAsync(&pointers[3], 2048, nullptr);
  cudaFree(pointers[1]);
  cudaFree(pointers[2]);
  return cudaDeviceSynchronize();
}
