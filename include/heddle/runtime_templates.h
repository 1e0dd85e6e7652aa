// C++ forms of the runtime API: typed pointers, symbols by reference, kernels by name.
#ifndef HEDDLE_RUNTIME_TEMPLATES_H
#define HEDDLE_RUNTIME_TEMPLATES_H

#include "../cuda_runtime_api.h"

#if __cplusplus >= 201103L
#include <utility>
#endif

// Memory

template <class T> inline cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return ::cudaMalloc((void**)(void*)devPtr, size);
}

template <class T>
inline cudaError_t cudaMallocPitch(T** devPtr, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void**)(void*)devPtr, pitch, width, height);
}

template <class T>
inline cudaError_t cudaMallocManaged(T** devPtr, size_t size,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)(void*)devPtr, size, flags);
}

inline cudaError_t cudaMallocHost(void** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(ptr, size, flags);
}

template <class T>
inline cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = cudaHostAllocDefault) {
  return ::cudaHostAlloc((void**)(void*)ptr, size, flags);
}

template <class T> inline cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void**)(void*)ptr, size, flags);
}

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)(void*)pDevice, pHost, flags);
}

inline cudaError_t cudaMallocAsync(void** ptr, size_t size, cudaMemPool_t memPool,
                                   cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}

template <class T>
inline cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaMemPool_t memPool,
                                   cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(void*)ptr, size, memPool, stream);
}

template <class T> inline cudaError_t cudaMallocAsync(T** ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)(void*)ptr, size, stream);
}

template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** ptr, size_t size, cudaMemPool_t memPool,
                                           cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(void*)ptr, size, memPool, stream);
}

template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr, size_t length = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, static_cast<void*>(devPtr), length, flags);
}

template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* dsts, U* const* srcs, const size_t* sizes,
                                        size_t count, cudaMemcpyAttributes* attrs,
                                        size_t* attrsIdxs, size_t numAttrs, cudaStream_t hStream) {
  return ::cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(const_cast<T**>(dsts)),
                                const_cast<const void**>(reinterpret_cast<void* const*>(srcs)),
                                sizes, count, attrs, attrsIdxs, numAttrs, hStream);
}

template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* dsts, U* const* srcs, const size_t* sizes,
                                        size_t count, cudaMemcpyAttributes attr,
                                        cudaStream_t hStream) {
  size_t first = 0;
  return ::cudaMemcpyBatchAsync<T, U>(dsts, srcs, sizes, count, &attr, &first, 1, hStream);
}

template <class T>
inline cudaError_t cudaMemPrefetchBatchAsync(T** dptrs, size_t* sizes, size_t count,
                                             cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                             size_t numPrefetchLocs, unsigned long long flags,
                                             cudaStream_t stream) {
  return ::cudaMemPrefetchBatchAsync((void**)(void*)dptrs, sizes, count, prefetchLocs,
                                     prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

template <class T>
inline cudaError_t cudaMemPrefetchBatchAsync(T** dptrs, size_t* sizes, size_t count,
                                             cudaMemLocation prefetchLoc, unsigned long long flags,
                                             cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemPrefetchBatchAsync((void**)(void*)dptrs, sizes, count, &prefetchLoc, &first, 1,
                                     flags, stream);
}

template <class T>
inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    T** dptrs, size_t* sizes, size_t count, cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
    size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) {
  return ::cudaMemDiscardAndPrefetchBatchAsync((void**)(void*)dptrs, sizes, count, prefetchLocs,
                                               prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

template <class T>
inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(T** dptrs, size_t* sizes, size_t count,
                                                       cudaMemLocation prefetchLoc,
                                                       unsigned long long flags,
                                                       cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemDiscardAndPrefetchBatchAsync((void**)(void*)dptrs, sizes, count, &prefetchLoc,
                                               &first, 1, flags, stream);
}

// Symbols: device variables by reference

template <class T> inline cudaError_t cudaGetSymbolAddress(void** devPtr, const T& symbol) {
  return ::cudaGetSymbolAddress(devPtr, reinterpret_cast<const void*>(&symbol));
}

template <class T> inline cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, reinterpret_cast<const void*>(&symbol));
}

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(reinterpret_cast<const void*>(&symbol), src, count, offset, kind);
}

template <class T>
inline cudaError_t
cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(reinterpret_cast<const void*>(&symbol), src, count, offset, kind,
                                   stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, reinterpret_cast<const void*>(&symbol), count, offset, kind);
}

template <class T>
inline cudaError_t
cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, reinterpret_cast<const void*>(&symbol), count, offset,
                                     kind, stream);
}

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                                  const cudaGraphNode_t* pDependencies,
                                                  size_t numDependencies, const T& symbol,
                                                  const void* src, size_t count, size_t offset,
                                                  cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
                                          reinterpret_cast<const void*>(&symbol), src, count,
                                          offset, kind);
}

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                                    const cudaGraphNode_t* pDependencies,
                                                    size_t numDependencies, void* dst,
                                                    const T& symbol, size_t count, size_t offset,
                                                    cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                            reinterpret_cast<const void*>(&symbol), count, offset,
                                            kind);
}

template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T& symbol,
                                                        const void* src, size_t count,
                                                        size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, reinterpret_cast<const void*>(&symbol), src,
                                                count, offset, kind);
}

template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst,
                                                          const T& symbol, size_t count,
                                                          size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, reinterpret_cast<const void*>(&symbol),
                                                  count, offset, kind);
}

template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node, const T& symbol,
                                                            const void* src, size_t count,
                                                            size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(
      exec, node, reinterpret_cast<const void*>(&symbol), src, count, offset, kind);
}

template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                              cudaGraphNode_t node, void* dst,
                                                              const T& symbol, size_t count,
                                                              size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(
      exec, node, dst, reinterpret_cast<const void*>(&symbol), count, offset, kind);
}

// Events, graphs, user objects, libraries

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

// The form with an error node and a log buffer, from before CUDA 12.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                        cudaGraphNode_t* pErrorNode, char* pLogBuffer,
                                        size_t bufferSize) {
  (void)pErrorNode;
  (void)pLogBuffer;
  (void)bufferSize;
  return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                       cudaGraphNode_t* hErrorNode_out,
                                       cudaGraphExecUpdateResult* updateResult_out) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t status = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out)
    *hErrorNode_out = info.errorNode;
  if (updateResult_out)
    *updateResult_out = info.result;
  return status;
}

template <class T> inline void heddleDeleteUserObject(void* object) {
  delete static_cast<T*>(object);
}

template <class T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, T* objectToWrap,
                                        unsigned int initialRefcount, unsigned int flags) {
  return ::cudaUserObjectCreate(object_out, objectToWrap, &heddleDeleteUserObject<T>,
                                initialRefcount, flags);
}

template <class T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, T* objectToWrap,
                                        unsigned int initialRefcount, cudaUserObjectFlags flags) {
  return ::cudaUserObjectCreate(object_out, objectToWrap, &heddleDeleteUserObject<T>,
                                initialRefcount, static_cast<unsigned int>(flags));
}

template <class T>
inline cudaError_t cudaLibraryGetGlobal(T** dptr, size_t* bytes, cudaLibrary_t library,
                                        const char* name) {
  return ::cudaLibraryGetGlobal((void**)(void*)dptr, bytes, library, name);
}

template <class T>
inline cudaError_t cudaLibraryGetManaged(T** dptr, size_t* bytes, cudaLibrary_t library,
                                         const char* name) {
  return ::cudaLibraryGetManaged((void**)(void*)dptr, bytes, library, name);
}

template <class T>
inline cudaError_t cudaLibraryGetUnifiedFunction(T** fptr, cudaLibrary_t library,
                                                 const char* symbol) {
  return ::cudaLibraryGetUnifiedFunction((void**)(void*)fptr, library, symbol);
}

// Kernels

template <class T>
inline cudaError_t cudaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim, void** args,
                                    size_t sharedMem = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args, sharedMem,
                            stream);
}

template <class T>
inline cudaError_t cudaLaunchCooperativeKernel(T* func, dim3 gridDim, dim3 blockDim, void** args,
                                               size_t sharedMem = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(func), gridDim, blockDim, args,
                                       sharedMem, stream);
}

#if __cplusplus >= 201103L
// Takes the arguments by value in the kernel's own parameter types, so that each conversion happens
// here and the pointers handed on are to objects of the right size.
template <class... Params>
inline cudaError_t heddleLaunchConverted(const cudaLaunchConfig_t* config, const void* kernel,
                                         Params... params) {
  void* pointers[] = {
      const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(params)))...,
      nullptr};
  return ::cudaLaunchKernelExC(config, kernel, pointers);
}

template <class... Params, class... Args>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Params...),
                                      Args&&... args) {
  return heddleLaunchConverted<Params...>(config, reinterpret_cast<const void*>(kernel),
                                          std::forward<Args>(args)...);
}

template <class... Args>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, const cudaKernel_t kernel,
                                      Args&&... args) {
  void* pointers[] = {
      const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(args)))..., nullptr};
  return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), pointers);
}
#endif

template <class T> inline cudaError_t cudaFuncSetCacheConfig(T* func, cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(func), cacheConfig);
}

template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T* func, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(func), config);
}

template <class T> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, T* entry) {
  return ::cudaFuncGetAttributes(attr, reinterpret_cast<const void*>(entry));
}

template <class T>
inline cudaError_t cudaFuncSetAttribute(T* func, cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(func), attr, value);
}

template <class T> inline cudaError_t cudaFuncGetName(const char** name, T* func) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void*>(func));
}

template <class T> inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, T* symbol) {
  return ::cudaGetFuncBySymbol(function, reinterpret_cast<const void*>(symbol));
}

template <class T> inline cudaError_t cudaGetKernel(cudaKernel_t* kernel, T* entryFuncAddr) {
  return ::cudaGetKernel(kernel, reinterpret_cast<const void*>(entryFuncAddr));
}

#endif
