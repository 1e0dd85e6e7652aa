// The occupancy calls give launchable answers that shared memory and block size limit. Rows H-016,
// H-027.
#include "check.h"

__global__ void work(int* p) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  __syncthreads();
  atomicAdd(p, tile[threadIdx.x]);
}

int main() {
  int minGrid = 0, block = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, work));
  CHECK(block >= 32 && block <= 1024 && minGrid >= 1);
  int few = 0, many = 0, heavy = -1;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, work, 1024, 4096));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, work, 64, 256));
  CHECK(few >= 1 && many >= few);
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(few * 1024 <= properties.maxThreadsPerMultiProcessor);
  CHECK(many * 64 <= properties.maxThreadsPerMultiProcessor);
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&heavy, work, 64, 48 * 1024));
  CHECK(heavy >= 1 && heavy <= many);
  Buffer<int> p(1);
  work<<<minGrid, block, block * sizeof(int)>>>(p.device());
  p.download();
  EXPECT_EQ(p[0], minGrid * block);
  return ok();
}
