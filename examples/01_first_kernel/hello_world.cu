// Shows: printf in every thread of a kernel.
// From: our own; the guides' programs with printf are beside it.
// Try next: more blocks, and look at the order of the lines.
#include "../example.h"

__device__ int greetings;

__global__ void hello() {
  // printf on the device returns the number of its arguments.
  if (printf("Hello from thread %d of block %d\n", threadIdx.x, blockIdx.x) == 2)
    atomicAdd(&greetings, 1);
}

int main() {
  hello<<<2, 4>>>();
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize()); // the output arrives here at the latest
  int count = 0;
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, greetings, sizeof count));
  return report(count == 8);
}
