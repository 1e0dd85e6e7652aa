/* Functions and forms that CUDA 13 no longer has and that programs still call, by way of those that
   took their place. */
#ifndef HEDDLE_REMOVED_FUNCTIONS_H
#define HEDDLE_REMOVED_FUNCTIONS_H

#include "../cuda_runtime_api.h"

static __inline__ __host__ cudaError_t cudaThreadSynchronize(void) {
  return cudaDeviceSynchronize();
}

static __inline__ __host__ cudaError_t cudaThreadExit(void) {
  return cudaDeviceReset();
}

static __inline__ __host__ cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}

static __inline__ __host__ cudaError_t cudaThreadGetLimit(size_t* pValue, enum cudaLimit limit) {
  return cudaDeviceGetLimit(pValue, limit);
}

static __inline__ __host__ cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache* pCacheConfig) {
  return cudaDeviceGetCacheConfig(pCacheConfig);
}

static __inline__ __host__ cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache cacheConfig) {
  return cudaDeviceSetCacheConfig(cacheConfig);
}

#if defined(__cplusplus)

/* The place of managed memory as a device number, or cudaCpuDeviceId. */
static __inline__ __host__ cudaMemLocation heddleLocationOf(int device) {
  cudaMemLocation location;
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

static __inline__ __host__ cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count,
                                                            int dstDevice,
                                                            cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(devPtr, count, heddleLocationOf(dstDevice), 0, stream);
}

static __inline__ __host__ cudaError_t cudaMemAdvise(const void* devPtr, size_t count,
                                                     cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(devPtr, count, advice, heddleLocationOf(device));
}

#endif

#endif
