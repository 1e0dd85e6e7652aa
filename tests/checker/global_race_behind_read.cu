// A block writes an element, passes a barrier and reads it, which is ordered. Another block reads
// it, too, and nothing orders that with the write, of which only the read is the last access.
// check: --tool racecheck --racecheck-address-space global
// finds: Write access at exchange(int*, int*) in global_race_behind_read.cu:@write
// finds: Read access at exchange(int*, int*) in global_race_behind_read.cu:@other
// lacks: Read access at exchange(int*, int*) in global_race_behind_read.cu:@own
// finds: which nothing orders between blocks
// errors: 1
#include <cuda_runtime.h>

__global__ void exchange(int* values, int* results) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0)
    values[t] = t + 1; // write
  __syncthreads();
  if (blockIdx.x == 0)
    atomicAdd(&results[t], values[t ^ 1]); // own
  else
    results[blockIdx.x * blockDim.x + t] = values[t]; // other
}

int main() {
  int *values, *results;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&results, 256 * sizeof(int));
  cudaMemset(results, 0, 256 * sizeof(int));
  exchange<<<4, 64>>>(values, results);
  return cudaDeviceSynchronize();
}
