/* The part of the runtime API that device code may call, and launches of kernels from kernels. The
   functions behind it, by the names of the device runtime, are the driver's. */
#ifndef HEDDLE_CUDA_DEVICE_RUNTIME_API_H
#define HEDDLE_CUDA_DEVICE_RUNTIME_API_H

/* The name that programs test for. */
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "driver_types.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

#include "crt/host_defines.h"

/* Streams of a grid. */
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch (cudaStream_t)0x0100000000000000
#define cudaStreamGraphFireAndForget (cudaStream_t)0x0200000000000000
#define cudaStreamGraphFireAndForgetAsSibling (cudaStream_t)0x0300000000000000

/* HEDDLE_DEVICE_API(result, name, parameters, arguments): the function of the runtime, by way of
   the device runtime's. */
#define HEDDLE_DEVICE_API(result, name, parameters, arguments)                                     \
  __device__ result __cudaCDP2##name parameters;                                                   \
  static __inline__ __attribute__((unused)) __device__ result cuda##name parameters {              \
    return __cudaCDP2##name arguments;                                                             \
  }
/* The same for functions with a stream, which have a second form for default streams per thread. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define HEDDLE_DEVICE_STREAM_API(name, parameters, arguments)                                      \
  __device__ cudaError_t __cudaCDP2##name parameters;                                              \
  __device__ cudaError_t __cudaCDP2##name##_ptsz parameters;                                       \
  static __inline__ __attribute__((unused)) __device__ cudaError_t cuda##name##_ptsz parameters {  \
    return __cudaCDP2##name##_ptsz arguments;                                                      \
  }                                                                                                \
  static __inline__ __attribute__((unused)) __device__ cudaError_t cuda##name parameters {         \
    return __cudaCDP2##name##_ptsz arguments;                                                      \
  }
#else
#define HEDDLE_DEVICE_STREAM_API(name, parameters, arguments)                                      \
  __device__ cudaError_t __cudaCDP2##name##_ptsz parameters;                                       \
  static __inline__ __attribute__((unused)) __device__ cudaError_t cuda##name##_ptsz parameters {  \
    return __cudaCDP2##name##_ptsz arguments;                                                      \
  }                                                                                                \
  HEDDLE_DEVICE_API(cudaError_t, name, parameters, arguments)
#endif
/* Those that code without -rdc=true may call too, where they fail. */
#if defined(__CUDACC_RDC__) || defined(__CUDACC_RTC__)
#define HEDDLE_DEVICE_STUB_API(name, parameters, arguments)                                        \
  HEDDLE_DEVICE_API(cudaError_t, name, parameters, arguments)
#else
#define HEDDLE_DEVICE_STUB_API(name, parameters, arguments)                                        \
  static __inline__ __attribute__((unused)) __device__ cudaError_t cuda##name parameters {         \
    return cudaErrorUnknown;                                                                       \
  }
#endif

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
extern "C" {
HEDDLE_DEVICE_STUB_API(DeviceGetAttribute, (int* value, cudaDeviceAttr attr, int device),
                       (value, attr, device))
HEDDLE_DEVICE_API(cudaError_t, DeviceGetLimit, (size_t* pValue, cudaLimit limit), (pValue, limit))
HEDDLE_DEVICE_API(cudaError_t, DeviceGetCacheConfig, (cudaFuncCache * pCacheConfig), (pCacheConfig))
HEDDLE_DEVICE_API(cudaError_t, DeviceGetSharedMemConfig, (cudaSharedMemConfig * pConfig), (pConfig))
/* A grid no longer waits for its children, as on devices of compute capability 9.0; older versions
   of CUB still name this way to do it. */
static __inline__ __attribute__((unused)) __device__ cudaError_t
__cudaDeviceSynchronizeDeprecationAvoidance(void) {
  return cudaErrorNotSupported;
}
HEDDLE_DEVICE_API(cudaError_t, GetLastError, (void), ())
HEDDLE_DEVICE_API(cudaError_t, PeekAtLastError, (void), ())
HEDDLE_DEVICE_API(const char*, GetErrorString, (cudaError_t error), (error))
HEDDLE_DEVICE_API(const char*, GetErrorName, (cudaError_t error), (error))
HEDDLE_DEVICE_API(cudaError_t, GetDeviceCount, (int* count), (count))
HEDDLE_DEVICE_STUB_API(GetDevice, (int* device), (device))
HEDDLE_DEVICE_API(cudaError_t, StreamCreateWithFlags, (cudaStream_t * pStream, unsigned int flags),
                  (pStream, flags))
HEDDLE_DEVICE_API(cudaError_t, StreamDestroy, (cudaStream_t stream), (stream))
HEDDLE_DEVICE_STREAM_API(StreamWaitEvent,
                         (cudaStream_t stream, cudaEvent_t event, unsigned int flags),
                         (stream, event, flags))
HEDDLE_DEVICE_API(cudaError_t, EventCreateWithFlags, (cudaEvent_t * event, unsigned int flags),
                  (event, flags))
HEDDLE_DEVICE_STREAM_API(EventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
HEDDLE_DEVICE_STREAM_API(EventRecordWithFlags,
                         (cudaEvent_t event, cudaStream_t stream, unsigned int flags),
                         (event, stream, flags))
HEDDLE_DEVICE_API(cudaError_t, EventDestroy, (cudaEvent_t event), (event))
HEDDLE_DEVICE_STUB_API(FuncGetAttributes, (struct cudaFuncAttributes * attr, const void* func),
                       (attr, func))
HEDDLE_DEVICE_API(cudaError_t, Free, (void* devPtr), (devPtr))
HEDDLE_DEVICE_STUB_API(Malloc, (void** devPtr, size_t size), (devPtr, size))
HEDDLE_DEVICE_STREAM_API(MemcpyAsync,
                         (void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                          cudaStream_t stream),
                         (dst, src, count, kind, stream))
HEDDLE_DEVICE_STREAM_API(Memcpy2DAsync,
                         (void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                          size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                         (dst, dpitch, src, spitch, width, height, kind, stream))
HEDDLE_DEVICE_STREAM_API(Memcpy3DAsync, (const struct cudaMemcpy3DParms* p, cudaStream_t stream),
                         (p, stream))
HEDDLE_DEVICE_STREAM_API(MemsetAsync, (void* devPtr, int value, size_t count, cudaStream_t stream),
                         (devPtr, value, count, stream))
HEDDLE_DEVICE_STREAM_API(Memset2DAsync,
                         (void* devPtr, size_t pitch, int value, size_t width, size_t height,
                          cudaStream_t stream),
                         (devPtr, pitch, value, width, height, stream))
HEDDLE_DEVICE_STREAM_API(Memset3DAsync,
                         (struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent,
                          cudaStream_t stream),
                         (pitchedDevPtr, value, extent, stream))
HEDDLE_DEVICE_API(cudaError_t, RuntimeGetVersion, (int* runtimeVersion), (runtimeVersion))
HEDDLE_DEVICE_STUB_API(OccupancyMaxActiveBlocksPerMultiprocessor,
                       (int* numBlocks, const void* func, int blockSize, size_t dynamicSmemSize),
                       (numBlocks, func, blockSize, dynamicSmemSize))
HEDDLE_DEVICE_STUB_API(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
                       (int* numBlocks, const void* func, int blockSize, size_t dynamicSmemSize,
                        unsigned int flags),
                       (numBlocks, func, blockSize, dynamicSmemSize, flags))
HEDDLE_DEVICE_API(void*, GetParameterBuffer, (size_t alignment, size_t size), (alignment, size))
HEDDLE_DEVICE_API(void*, GetParameterBufferV2,
                  (void* func, dim3 gridDimension, dim3 blockDimension, unsigned int sharedMemSize),
                  (func, gridDimension, blockDimension, sharedMemSize))
HEDDLE_DEVICE_STREAM_API(LaunchDevice,
                         (void* func, void* parameterBuffer, dim3 gridDimension,
                          dim3 blockDimension, unsigned int sharedMemSize, cudaStream_t stream),
                         (func, parameterBuffer, gridDimension, blockDimension, sharedMemSize,
                          stream))
HEDDLE_DEVICE_STREAM_API(LaunchDeviceV2, (void* parameterBuffer, cudaStream_t stream),
                         (parameterBuffer, stream))

__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

/* The graph that the calling kernel is launched in; null outside of graphs. */
__device__ cudaGraphExec_t cudaGetCurrentGraphExec(void);

/* Groups of a whole grid, as cooperative groups of compilers other than nvcc use them. */
__device__ unsigned long long cudaCGGetIntrinsicHandle(enum cudaCGScope scope);
__device__ cudaError_t cudaCGSynchronize(unsigned long long handle, unsigned int flags);
__device__ cudaError_t cudaCGSynchronizeGrid(unsigned long long handle, unsigned int flags);
__device__ cudaError_t cudaCGGetSize(unsigned int* threads, unsigned int* grids,
                                     unsigned long long handle);
__device__ cudaError_t cudaCGGetRank(unsigned int* thread, unsigned int* grid,
                                     unsigned long long handle);
__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream);
/* Changes of a kernel node that has cudaLaunchAttributeDeviceUpdatableKernelNode. */
__device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                   const void* value, size_t size);
__device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable);
__device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDim);
__device__ cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate* updates,
                                                       size_t updateCount);
}

#undef HEDDLE_DEVICE_API
#undef HEDDLE_DEVICE_STREAM_API
#undef HEDDLE_DEVICE_STUB_API

template <typename T> static __inline__ __device__ cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return cudaMalloc((void**)devPtr, size);
}
template <typename T>
static __inline__ __device__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, T* entry) {
  return cudaFuncGetAttributes(attr, (const void*)entry);
}
template <typename T>
static __inline__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* numBlocks, T func, int blockSize, size_t dynamicSmemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void*)func, blockSize,
                                                       dynamicSmemSize);
}
template <typename T>
static __inline__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* numBlocks, T func, int blockSize, size_t dynamicSmemSize, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void*)func,
                                                                blockSize, dynamicSmemSize, flags);
}
template <typename T>
static __inline__ __device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node,
                                                                     size_t offset,
                                                                     const T& value) {
  return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}
#pragma clang diagnostic pop

#if defined(__CUDA_ARCH__)
/* What kernel<<<grid, block, shared, stream>>>(arguments) becomes in device code. */
template <typename T> struct __heddle_same {
  typedef T type;
};
template <typename T>
static __inline__ __device__ void __heddle_put(char* buffer, size_t& offset, const T& argument) {
  offset = (offset + __alignof__(T) - 1) / __alignof__(T) * __alignof__(T);
  __builtin_memcpy(__builtin_assume_aligned(buffer + offset, __alignof__(T)),
                   (const void*)&reinterpret_cast<const char&>(argument), sizeof(T));
  offset += sizeof(T);
}
template <typename... Parameters>
static __inline__ __device__ void
__heddle_launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                void (*kernel)(Parameters...),
                typename __heddle_same<Parameters>::type... arguments) {
  char* buffer = (char*)cudaGetParameterBufferV2((void*)kernel, grid, block, (unsigned int)shared);
  if (!buffer)
    return;
  size_t offset = 0;
  int each[] = {0, (__heddle_put(buffer, offset, arguments), 0)...};
  (void)each;
  (void)offset;
  cudaLaunchDeviceV2(buffer, stream);
}
#endif

#endif

#endif
