// Calls that fail are reported once, as the program made them.
// finds: Program hit cudaErrorInvalidValue (error 1) due to "invalid argument"
// finds: on CUDA API call to cudaMemcpy.
// finds: Program hit cudaErrorInvalidDevice (error 101) due to "invalid device ordinal"
// finds: on CUDA API call to cudaSetDevice.
// finds: Saved host backtrace up to driver entry point at error
// finds: Host Frame: main [
// lacks: Host Frame: cuda
// lacks: CUDA_ERROR
// errors: 2
#include <cuda_runtime.h>

int main() {
  char bytes[200];
  void* memory;
  cudaMalloc(&memory, 100);
  cudaMemcpy(memory, bytes, 200, cudaMemcpyHostToDevice);
  cudaSetDevice(1000);
  cudaFree(memory);
  return 0;
}
