// One allocation is written in part and one not at all; the threshold hides a third one.
// check: --tool initcheck --track-unused-memory --unused-memory-threshold 50
// finds: Unused memory in allocation 0x
// finds: of size 1,000 bytes
// finds: Not written 960 bytes at offset 0x28 (0x
// finds: 96% of allocation were unused.
// finds: of size 2,000 bytes
// finds: Not written any memory.
// finds: 100% of allocation were unused.
// lacks: of size 50 bytes
// errors: 2
#include <cuda_runtime.h>

__global__ void fill(char* some) {
  some[threadIdx.x] = 1;
}

int main() {
  char *some, *none, *most;
  cudaMalloc(&some, 1000);
  cudaMalloc(&none, 2000);
  cudaMalloc(&most, 50);
  fill<<<1, 40>>>(some);
  fill<<<1, 40>>>(most);
  cudaFree(some);
  return cudaDeviceSynchronize();
}
