// A word is read at an address that is no multiple of four.
// finds: Invalid __global__ read of size 4 bytes
// finds: in misaligned.cu:@wrong
// finds: by thread (0,0,0) in block (0,0,0)
// finds: is misaligned
// finds: and is inside the nearest allocation at 0x
// errors: 2
#include <cuda_runtime.h>

__global__ void read(const char* bytes, int* result) {
  *result = *reinterpret_cast<const int*>(bytes + 1); // wrong
}

int main() {
  char* bytes;
  int* result;
  cudaMalloc(&bytes, 64);
  cudaMalloc(&result, sizeof(int));
  cudaMemset(bytes, 0, 64);
  read<<<1, 1>>>(bytes, result);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
