// Earlier versions of the functions for graphs and capture: edges without data, kernels without
// CUkernel, instantiation that reports through a node and a text.
#include "driver/graph/graph.h"
#include "driver/stream/stream.h"

#define HEDDLE_PREVIOUS extern "C" __attribute__((visibility("default"))) CUresult

// The plain names are the first versions here, not the current ones.
#undef cuGraphAddDependencies
#undef cuGraphAddKernelNode
#undef cuGraphAddNode
#undef cuGraphExecKernelNodeSetParams
#undef cuGraphExecUpdate
#undef cuGraphGetEdges
#undef cuGraphInstantiate
#undef cuGraphKernelNodeGetParams
#undef cuGraphKernelNodeSetParams
#undef cuGraphNodeGetDependencies
#undef cuGraphNodeGetDependentNodes
#undef cuGraphRemoveDependencies
#undef cuStreamBeginCapture
#undef cuStreamGetCaptureInfo
#undef cuStreamUpdateCaptureDependencies

using heddle::driver::PerThreadDefault;

namespace {

CUDA_KERNEL_NODE_PARAMS current(const CUDA_KERNEL_NODE_PARAMS_v1& given) {
  CUDA_KERNEL_NODE_PARAMS out{};
  out.func = given.func;
  out.gridDimX = given.gridDimX;
  out.gridDimY = given.gridDimY;
  out.gridDimZ = given.gridDimZ;
  out.blockDimX = given.blockDimX;
  out.blockDimY = given.blockDimY;
  out.blockDimZ = given.blockDimZ;
  out.sharedMemBytes = given.sharedMemBytes;
  out.kernelParams = given.kernelParams;
  out.extra = given.extra;
  return out;
}

CUresult instantiate(CUgraphExec* exec, CUgraph graph, CUgraphNode* errorNode, char* log,
                     size_t logSize) {
  CUDA_GRAPH_INSTANTIATE_PARAMS parameters{};
  const CUresult result = cuGraphInstantiateWithParams(exec, graph, &parameters);
  if (errorNode)
    *errorNode = parameters.hErrNode_out;
  if (log && logSize)
    *log = '\0';
  return result;
}

CUresult captureInfo(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
                     const CUgraphNode** dependencies, size_t* count) {
  return cuStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, nullptr, count);
}

} // namespace

HEDDLE_PREVIOUS cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                       const CUgraphNode* to, size_t count) {
  return cuGraphAddDependencies_v2(graph, from, to, nullptr, count);
}
HEDDLE_PREVIOUS cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                          const CUgraphNode* to, size_t count) {
  return cuGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}
HEDDLE_PREVIOUS cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, size_t* count) {
  return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}
HEDDLE_PREVIOUS cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes, size_t* count) {
  return cuGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}
HEDDLE_PREVIOUS cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* nodes, size_t* count) {
  return cuGraphNodeGetDependentNodes_v2(node, nodes, nullptr, count);
}
HEDDLE_PREVIOUS cuGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, CUgraphNodeParams* given) {
  return cuGraphAddNode_v2(node, graph, dependencies, nullptr, count, given);
}

HEDDLE_PREVIOUS cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph,
                                     const CUgraphNode* dependencies, size_t count,
                                     const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_KERNEL_NODE_PARAMS parameters = current(*given);
  return cuGraphAddKernelNode_v2(node, graph, dependencies, count, &parameters);
}
HEDDLE_PREVIOUS cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1* out) {
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_KERNEL_NODE_PARAMS found;
  HEDDLE_TRY(cuGraphKernelNodeGetParams_v2(node, &found));
  *out = {found.func ? found.func : reinterpret_cast<CUfunction>(found.kern),
          found.gridDimX,
          found.gridDimY,
          found.gridDimZ,
          found.blockDimX,
          found.blockDimY,
          found.blockDimZ,
          found.sharedMemBytes,
          found.kernelParams,
          found.extra};
  return CUDA_SUCCESS;
}
HEDDLE_PREVIOUS cuGraphKernelNodeSetParams(CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_KERNEL_NODE_PARAMS parameters = current(*given);
  return cuGraphKernelNodeSetParams_v2(node, &parameters);
}
HEDDLE_PREVIOUS cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                               const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_KERNEL_NODE_PARAMS parameters = current(*given);
  return cuGraphExecKernelNodeSetParams_v2(exec, node, &parameters);
}

HEDDLE_PREVIOUS cuGraphInstantiate(CUgraphExec* exec, CUgraph graph, CUgraphNode* errorNode,
                                   char* log, size_t logSize) {
  return instantiate(exec, graph, errorNode, log, logSize);
}
HEDDLE_PREVIOUS cuGraphInstantiate_v2(CUgraphExec* exec, CUgraph graph, CUgraphNode* errorNode,
                                      char* log, size_t logSize) {
  return instantiate(exec, graph, errorNode, log, logSize);
}
HEDDLE_PREVIOUS cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode* errorNode,
                                  CUgraphExecUpdateResult* result) {
  CUgraphExecUpdateResultInfo info{};
  const CUresult status = cuGraphExecUpdate_v2(exec, graph, &info);
  if (errorNode)
    *errorNode = info.errorNode;
  if (result)
    *result = info.result;
  return status;
}

HEDDLE_PREVIOUS cuStreamBeginCapture(CUstream stream) {
  return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}
HEDDLE_PREVIOUS cuStreamBeginCapture_ptsz(CUstream stream) {
  const PerThreadDefault scope;
  return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}
HEDDLE_PREVIOUS cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status,
                                       cuuint64_t* id) {
  return captureInfo(stream, status, id, nullptr, nullptr, nullptr);
}
HEDDLE_PREVIOUS cuStreamGetCaptureInfo_ptsz(CUstream stream, CUstreamCaptureStatus* status,
                                            cuuint64_t* id) {
  const PerThreadDefault scope;
  return captureInfo(stream, status, id, nullptr, nullptr, nullptr);
}
HEDDLE_PREVIOUS cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status,
                                          cuuint64_t* id, CUgraph* graph,
                                          const CUgraphNode** dependencies, size_t* count) {
  return captureInfo(stream, status, id, graph, dependencies, count);
}
HEDDLE_PREVIOUS cuStreamGetCaptureInfo_v2_ptsz(CUstream stream, CUstreamCaptureStatus* status,
                                               cuuint64_t* id, CUgraph* graph,
                                               const CUgraphNode** dependencies, size_t* count) {
  const PerThreadDefault scope;
  return captureInfo(stream, status, id, graph, dependencies, count);
}
HEDDLE_PREVIOUS cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* dependencies,
                                                  size_t count, unsigned int flags) {
  return cuStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, count, flags);
}
HEDDLE_PREVIOUS cuStreamUpdateCaptureDependencies_ptsz(CUstream stream, CUgraphNode* dependencies,
                                                       size_t count, unsigned int flags) {
  const PerThreadDefault scope;
  return cuStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, count, flags);
}
