// Threads read what others write to shared memory, with no barrier between.
// check: --tool racecheck
// finds: Error: Race reported between
// finds: Write access at reverse(int*) in race.cu:@write
// finds: Read access at reverse(int*) in race.cu:@read
// errors: 1
#include <cuda_runtime.h>

__global__ void reverse(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = values[threadIdx.x];      // write
  values[threadIdx.x] = tile[63 - threadIdx.x]; // read
}

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(values);
  return cudaDeviceSynchronize();
}
