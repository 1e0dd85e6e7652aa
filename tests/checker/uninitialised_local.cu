// A local array of which one element has not been written.
// check: --tool initcheck --initcheck-address-space all
// finds: Uninitialized __local__ memory read of size 4 bytes
// finds: in uninitialised_local.cu:@wrong
// finds: by thread (3,0,0) in block (0,0,0)
// errors: 1
#include <cuda_runtime.h>

__global__ void pick(const int* places, int count, int* result) {
  int table[8];
  for (int i = 0; i < count; ++i)
    table[places[i]] = i;
  result[threadIdx.x] = table[places[threadIdx.x]]; // wrong
}

int main() {
  const int host[4] = {5, 2, 7, 1};
  int *places, *result;
  cudaMalloc(&places, sizeof host);
  cudaMalloc(&result, sizeof host);
  cudaMemcpy(places, host, sizeof host, cudaMemcpyHostToDevice);
  pick<<<1, 4>>>(places, 3, result);
  return cudaDeviceSynchronize();
}
