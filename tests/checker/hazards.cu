// A thread reads what another one writes to shared memory: each byte is a hazard of its own.
// check: --tool racecheck --racecheck-report hazard --demangle simple --language fortran
// finds: Error: Potential RAW hazard detected at __shared__ 0x0 in block (1,1,1) :
// finds: Write Thread (1,1,1) at pass in hazards.cu:@write
// finds: Read Thread (33,1,1) at pass in hazards.cu:@read
// finds: Current Value : 7
// lacks: Race reported
// errors: 4
#include <cuda_runtime.h>

__global__ void pass(int* result) {
  __shared__ int value;
  if (threadIdx.x == 0)
    value = 7; // write
  if (threadIdx.x == 32)
    *result = value; // read
}

int main() {
  int* result;
  cudaMalloc(&result, sizeof(int));
  pass<<<1, 64>>>(result);
  return cudaDeviceSynchronize();
}
