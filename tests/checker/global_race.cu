// Blocks write different values to one element of global memory, and threads of a block read what
// others of the block write, with nothing between.
// check: --tool racecheck --racecheck-address-space global
// finds: Error: Race reported between Write access at last(int*) in global_race.cu:@write
// finds: and Write access at last(int*) in global_race.cu:@write
// finds: which nothing orders between blocks
// finds: Write access at shift(int*) in global_race.cu:@shifted
// finds: Read access at shift(int*) in global_race.cu:@shifted
// finds: with no barrier of the block between the two
// errors: 2
#include <cuda_runtime.h>

__global__ void last(int* values) {
  values[0] = blockIdx.x; // write
}

__global__ void shift(int* values) {
  values[threadIdx.x] = values[threadIdx.x + 1] + 1; // shifted
}

int main() {
  int* values;
  cudaMalloc(&values, 65 * sizeof(int));
  cudaMemset(values, 0, 65 * sizeof(int));
  last<<<4, 1>>>(values);
  shift<<<1, 64>>>(values);
  return cudaDeviceSynchronize();
}
