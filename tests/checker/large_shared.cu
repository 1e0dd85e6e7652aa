// A kernel that needs more shared memory than many GPUs have.
// check: --tool portability
// finds: Portability: A launch needs 120000 bytes of shared memory per block
// finds: which GPUs of these compute capabilities do not have: 7.5 (65536), 8.6 (101376)
// finds: 8.9 (101376), 12.0 (101376)
// errors: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void first(int* result) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  *result = tile[threadIdx.x];
}

int main() {
  constexpr int kBytes = 120000;
  int* result;
  cudaMalloc(&result, sizeof(int));
  cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
  first<<<1, 1, kBytes>>>(result);
  first<<<2, 1, kBytes>>>(result);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
