// How much dynamic shared memory a block may have when so many of them are to be resident on a
// multiprocessor, and how many clusters fit on the device.
#include "check.h"

__global__ void kernel(int* out) {
  *out = 1;
}

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  size_t bytes = 0;
  CUDA_CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (void*)kernel, 2, 128));
  EXPECT_EQ(bytes, device.sharedMemPerBlock);
  CUDA_CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (void*)kernel, 16, 128));
  EXPECT_EQ(bytes, device.sharedMemPerMultiprocessor / 16);
  // More threads than a multiprocessor holds.
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (void*)kernel, 64, 128));

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(64);
  config.blockDim = dim3(128);
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = 4;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  int clusters = 0, size = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, (void*)kernel, &config));
  CHECK(clusters >= 1);
  CUDA_CHECK(cudaOccupancyMaxPotentialClusterSize(&size, (void*)kernel, &config));
  EXPECT_EQ(size, 8);
  return ok();
}
