// Each block waits for all others, of which there may be more than a GPU holds at a time.
// check: --tool portability
// finds: Portability: Blocks wait for blocks that need not be there
// finds: at meet(int*)
// errors: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void meet(int* count) {
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (*(volatile int*)count < gridDim.x)
      ;
  }
  __syncthreads();
}

int main() {
  int* count;
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  int device, multiprocessors, blocks;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meet, 1024, 0);
  meet<<<multiprocessors * blocks + 1, 1024>>>(count);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
