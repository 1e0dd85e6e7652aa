/* Names and forms of the driver API that the guides of earlier versions use. */
#ifndef HEDDLE_CU_EARLIER_FORMS_H
#define HEDDLE_CU_EARLIER_FORMS_H

#include "cu_functions.h"
#include "earlier_forms.h"

/* The options of the JIT under the names that the guide of CUDA 4.0 gives them. */
#define CU_ASM_MAX_REGISTERS CU_JIT_MAX_REGISTERS
#define CU_ASM_THREADS_PER_BLOCK CU_JIT_THREADS_PER_BLOCK
#define CU_ASM_WALL_TIME CU_JIT_WALL_TIME
#define CU_ASM_INFO_LOG_BUFFER CU_JIT_INFO_LOG_BUFFER
#define CU_ASM_INFO_LOG_BUFFER_SIZE_BYTES CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES
#define CU_ASM_ERROR_LOG_BUFFER CU_JIT_ERROR_LOG_BUFFER
#define CU_ASM_ERROR_LOG_BUFFER_SIZE_BYTES CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
#define CU_ASM_OPTIMIZATION_LEVEL CU_JIT_OPTIMIZATION_LEVEL
#define CU_ASM_TARGET_FROM_CUCONTEXT CU_JIT_TARGET_FROM_CUCONTEXT
#define CU_ASM_TARGET CU_JIT_TARGET
#define CU_ASM_FALLBACK_STRATEGY CU_JIT_FALLBACK_STRATEGY

/* cuSurfRefSetArray: the surface has the format of the array. */
#define CU_SRSA_USE_ARRAY_FORMAT 0x00

#if defined(HEDDLE_EARLIER_FORMS)
extern "C++" {

static inline CUresult cuCtxCreate(CUcontext* const HEDDLE_CALLED_ONLY context, unsigned int flags,
                                   CUdevice device) {
  return cuCtxCreate(context, 0, flags, device);
}

static inline CUresult cuCtxCreate(CUcontext* const HEDDLE_CALLED_ONLY context,
                                   CUexecAffinityParam* affinity, int count, unsigned int flags,
                                   CUdevice device) {
  CUctxCreateParams parameters = {};
  parameters.execAffinityParams = affinity;
  parameters.numExecAffinityParams = count;
  return cuCtxCreate(context, &parameters, flags, device);
}

static inline CUresult cuGraphAddDependencies(const CUgraph HEDDLE_CALLED_ONLY graph,
                                              const CUgraphNode* from, const CUgraphNode* to,
                                              size_t count) {
  return cuGraphAddDependencies(graph, from, to, 0, count);
}

static inline CUresult cuGraphRemoveDependencies(const CUgraph HEDDLE_CALLED_ONLY graph,
                                                 const CUgraphNode* from, const CUgraphNode* to,
                                                 size_t count) {
  return cuGraphRemoveDependencies(graph, from, to, 0, count);
}

static inline CUresult cuGraphGetEdges(const CUgraph HEDDLE_CALLED_ONLY graph, CUgraphNode* from,
                                       CUgraphNode* to, size_t* count) {
  return cuGraphGetEdges(graph, from, to, 0, count);
}

static inline CUresult cuGraphNodeGetDependencies(const CUgraphNode HEDDLE_CALLED_ONLY node,
                                                  CUgraphNode* dependencies, size_t* count) {
  return cuGraphNodeGetDependencies(node, dependencies, 0, count);
}

static inline CUresult cuGraphNodeGetDependentNodes(const CUgraphNode HEDDLE_CALLED_ONLY node,
                                                    CUgraphNode* dependents, size_t* count) {
  return cuGraphNodeGetDependentNodes(node, dependents, 0, count);
}

static inline CUresult cuGraphAddNode(CUgraphNode* const HEDDLE_CALLED_ONLY node, CUgraph graph,
                                      const CUgraphNode* dependencies, size_t count,
                                      CUgraphNodeParams* parameters) {
  return cuGraphAddNode(node, graph, dependencies, 0, count, parameters);
}

static inline CUresult cuGraphInstantiate(CUgraphExec* const HEDDLE_CALLED_ONLY exec, CUgraph graph,
                                          CUgraphNode* errorNode, char* log, size_t logSize) {
  CUDA_GRAPH_INSTANTIATE_PARAMS parameters = {};
  const CUresult result = cuGraphInstantiateWithParams(exec, graph, &parameters);
  if (errorNode)
    *errorNode = parameters.hErrNode_out;
  if (log && logSize)
    *log = 0;
  return result;
}

static inline CUresult cuGraphExecUpdate(const CUgraphExec HEDDLE_CALLED_ONLY exec, CUgraph graph,
                                         CUgraphNode* errorNode, CUgraphExecUpdateResult* result) {
  CUgraphExecUpdateResultInfo info = {};
  const CUresult status = cuGraphExecUpdate(exec, graph, &info);
  if (errorNode)
    *errorNode = info.errorNode;
  if (result)
    *result = info.result;
  return status;
}

static inline CUresult cuStreamBeginCapture(const CUstream HEDDLE_CALLED_ONLY stream) {
  return cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

static inline CUresult cuStreamGetCaptureInfo(const CUstream HEDDLE_CALLED_ONLY stream,
                                              CUstreamCaptureStatus* status, cuuint64_t* id) {
  return cuStreamGetCaptureInfo(stream, status, id, 0, 0, 0, 0);
}

static inline CUresult cuStreamUpdateCaptureDependencies(const CUstream HEDDLE_CALLED_ONLY stream,
                                                         CUgraphNode* dependencies, size_t count,
                                                         unsigned int flags) {
  return cuStreamUpdateCaptureDependencies(stream, dependencies, 0, count, flags);
}

static inline CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device,
                                          const CUstream HEDDLE_CALLED_ONLY stream) {
  CUmemLocation location;
  location.type = device == -1 ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  location.id = device == -1 ? 0 : device;
  return cuMemPrefetchAsync(address, bytes, location, 0, stream);
}

} // extern "C++"
#endif

#endif
