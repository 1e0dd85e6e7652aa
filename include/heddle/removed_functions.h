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
#include "earlier_forms.h"

/* Overloads have C++ linkage. Some libraries include the runtime's header inside a block of C
   linkage, cudnn.h for one, and there functions of the same name would clash. */
extern "C++" {

/* The place of managed memory as a device number, or cudaCpuDeviceId. */
static __inline__ __host__ cudaMemLocation heddleLocationOf(int device) {
  cudaMemLocation location;
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

static __inline__ __host__ cudaError_t
cudaMemPrefetchAsync(const void* const HEDDLE_CALLED_ONLY devPtr, size_t count, int dstDevice,
                     cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(devPtr, count, heddleLocationOf(dstDevice), 0, stream);
}

static __inline__ __host__ cudaError_t cudaMemAdvise(const void* const HEDDLE_CALLED_ONLY devPtr,
                                                     size_t count, cudaMemoryAdvise advice,
                                                     int device) {
  return cudaMemAdvise(devPtr, count, advice, heddleLocationOf(device));
}

#if defined(HEDDLE_EARLIER_FORMS)

/* Graphs without edge data, as before CUDA 13. */
static __inline__ __host__ cudaError_t
cudaGraphAddDependencies(const cudaGraph_t HEDDLE_CALLED_ONLY graph, const cudaGraphNode_t* from,
                         const cudaGraphNode_t* to, size_t numDependencies) {
  return cudaGraphAddDependencies(graph, from, to, 0, numDependencies);
}

static __inline__ __host__ cudaError_t
cudaGraphRemoveDependencies(const cudaGraph_t HEDDLE_CALLED_ONLY graph, const cudaGraphNode_t* from,
                            const cudaGraphNode_t* to, size_t numDependencies) {
  return cudaGraphRemoveDependencies(graph, from, to, 0, numDependencies);
}

static __inline__ __host__ cudaError_t cudaGraphGetEdges(const cudaGraph_t HEDDLE_CALLED_ONLY graph,
                                                         cudaGraphNode_t* from, cudaGraphNode_t* to,
                                                         size_t* numEdges) {
  return cudaGraphGetEdges(graph, from, to, 0, numEdges);
}

static __inline__ __host__ cudaError_t
cudaGraphNodeGetDependencies(const cudaGraphNode_t HEDDLE_CALLED_ONLY node,
                             cudaGraphNode_t* pDependencies, size_t* pNumDependencies) {
  return cudaGraphNodeGetDependencies(node, pDependencies, 0, pNumDependencies);
}

static __inline__ __host__ cudaError_t
cudaGraphNodeGetDependentNodes(const cudaGraphNode_t HEDDLE_CALLED_ONLY node,
                               cudaGraphNode_t* pDependentNodes, size_t* pNumDependentNodes) {
  return cudaGraphNodeGetDependentNodes(node, pDependentNodes, 0, pNumDependentNodes);
}

static __inline__ __host__ cudaError_t cudaGraphAddNode(
    cudaGraphNode_t* const HEDDLE_CALLED_ONLY pGraphNode, cudaGraph_t graph,
    const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaGraphNodeParams* nodeParams) {
  return cudaGraphAddNode(pGraphNode, graph, pDependencies, 0, numDependencies, nodeParams);
}

static __inline__ __host__ cudaError_t cudaStreamGetCaptureInfo_v2(
    cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out = 0,
    cudaGraph_t* graph_out = 0, const cudaGraphNode_t** dependencies_out = 0,
    size_t* numDependencies_out = 0) {
  return cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out, 0,
                                  numDependencies_out);
}

static __inline__ __host__ cudaError_t cudaStreamUpdateCaptureDependencies(
    const cudaStream_t HEDDLE_CALLED_ONLY stream, cudaGraphNode_t* dependencies,
    size_t numDependencies, unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, 0, numDependencies, flags);
}

#endif
}

#endif

#endif
