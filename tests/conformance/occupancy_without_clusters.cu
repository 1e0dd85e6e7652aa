// A launch that asks for no clusters has none that could be active at once, which is no error; a
// grid without blocks is one.
#include "check.h"

__global__ void kernel() {}

int main() {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(64);
  config.blockDim = dim3(128);
  int clusters = -1;
  CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, (void*)kernel, &config));
  EXPECT_EQ(clusters, 0);
  config.gridDim = dim3(0);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaOccupancyMaxActiveClusters(&clusters, (void*)kernel, &config));
  return ok();
}
