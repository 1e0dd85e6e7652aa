#include "runtime/kernel_lookup.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func,
                                                          int blockSize, size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned int flags) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, asFunction(kernel), blockSize, dynamicSMemSize, flags);
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func,
                                                      int numBlocks, int blockSize) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, asFunction(kernel),
                                                          numBlocks, blockSize);
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func,
                                                 const cudaLaunchConfig_t* launchConfig) {
  if (!launchConfig)
    return record(cudaErrorInvalidValue);
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    CUlaunchConfig config = toDriver(*launchConfig);
    return driver.cuOccupancyMaxPotentialClusterSize(clusterSize, asFunction(kernel), &config);
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func,
                                           const cudaLaunchConfig_t* launchConfig) {
  if (!launchConfig)
    return record(cudaErrorInvalidValue);
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    CUlaunchConfig config = toDriver(*launchConfig);
    return driver.cuOccupancyMaxActiveClusters(numClusters, asFunction(kernel), &config);
  });
}
