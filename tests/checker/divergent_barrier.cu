// The halves of a block wait at different barriers, each for the whole block.
// check: --tool synccheck --report-api-errors no
// finds: Barrier error detected. Divergent thread(s) in block
// finds: at meet(int*)
// finds: in block (0,0,0)
// errors: 1
#include <cuda_runtime.h>

__global__ void meet(int* values) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;");
  else
    asm volatile("bar.sync 2, 64;");
  values[threadIdx.x] = 1;
}

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  meet<<<1, 64>>>(values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
