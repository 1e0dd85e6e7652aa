// Occupancy: how many blocks fit on a multiprocessor, and the block size that fills it best.
#ifndef HEDDLE_OCCUPANCY_TEMPLATES_H
#define HEDDLE_OCCUPANCY_TEMPLATES_H

#include "../cuda_runtime_api.h"

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T func,
                                                                 int blockSize,
                                                                 size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      numBlocks, reinterpret_cast<const void*>(func), blockSize, dynamicSMemSize);
}

template <class T>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, T func, int blockSize,
                                                       size_t dynamicSMemSize, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, reinterpret_cast<const void*>(func), blockSize, dynamicSMemSize, flags);
}

template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, T* func,
                                                             int numBlocks, int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(
      dynamicSmemSize, reinterpret_cast<const void*>(func), numBlocks, blockSize);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, T* func,
                                                        const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, reinterpret_cast<const void*>(func),
                                                config);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, T* func,
                                                  const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(numClusters, reinterpret_cast<const void*>(func), config);
}

// Tries block sizes from the largest allowed down in whole warps and keeps the first that has the
// most threads resident on a multiprocessor.
template <class SharedSize, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T func, SharedSize blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = cudaOccupancyDefault) {
  if (!minGridSize || !blockSize || !func)
    return cudaErrorInvalidValue;
  int device = 0, residentThreads = 0, multiprocessors = 0, warp = 0, limit = 0;
  cudaFuncAttributes attributes;
  cudaError_t status = ::cudaGetDevice(&device);
  if (status == cudaSuccess)
    status =
        ::cudaDeviceGetAttribute(&residentThreads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (status == cudaSuccess)
    status = ::cudaDeviceGetAttribute(&limit, cudaDevAttrMaxThreadsPerBlock, device);
  if (status == cudaSuccess)
    status = ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess)
    status = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  if (status == cudaSuccess)
    status = ::cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(func));
  if (status != cudaSuccess)
    return status;
  if (attributes.maxThreadsPerBlock < limit)
    limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit)
    limit = blockSizeLimit;

  int bestThreads = 0;
  *blockSize = 0;
  *minGridSize = 0;
  for (int aligned = (limit + warp - 1) / warp * warp; aligned > 0; aligned -= warp) {
    int candidate = aligned < limit ? aligned : limit;
    int blocks = 0;
    status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, reinterpret_cast<const void*>(func), candidate,
        blockSizeToDynamicSMemSize(candidate), flags);
    if (status != cudaSuccess)
      return status;
    if (blocks * candidate > bestThreads) {
      bestThreads = blocks * candidate;
      *blockSize = candidate;
      *minGridSize = blocks * multiprocessors;
    }
    if (bestThreads == residentThreads)
      break;
  }
  return cudaSuccess;
}

template <class SharedSize, class T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize, int* blockSize, T func,
                                               SharedSize blockSizeToDynamicSMemSize,
                                               int blockSizeLimit = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit,
      cudaOccupancyDefault);
}

struct HeddleFixedSharedSize {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};

template <class T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, T func,
                                            size_t dynamicSMemSize = 0, int blockSizeLimit = 0,
                                            unsigned int flags = cudaOccupancyDefault) {
  HeddleFixedSharedSize fixed = {dynamicSMemSize};
  return ::cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func,
                                                                   fixed, blockSizeLimit, flags);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, T func,
                                                      size_t dynamicSMemSize = 0,
                                                      int blockSizeLimit = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeWithFlags(
      minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit, cudaOccupancyDefault);
}

#endif
