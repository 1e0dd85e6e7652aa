// Earlier versions of functions for graphs and stream capture, as calls of the present ones: edges
// had no data, kernel nodes took no CUkernel, and instantiation reported errors through a node and
// a text.
#include "driver/api/api.h"

namespace {

CUDA_KERNEL_NODE_PARAMS presentForm(const CUDA_KERNEL_NODE_PARAMS_v1& given) {
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

} // namespace

CUresult heddle_cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                       const CUgraphNode* to, size_t count) {
  return cuGraphAddDependencies_v2(graph, from, to, nullptr, count);
}

CUresult heddle_cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                          const CUgraphNode* to, size_t count) {
  return cuGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}

CUresult heddle_cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, size_t* count) {
  return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}

CUresult heddle_cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes, size_t* count) {
  return cuGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}

CUresult heddle_cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* nodes, size_t* count) {
  return cuGraphNodeGetDependentNodes_v2(node, nodes, nullptr, count);
}

CUresult heddle_cuGraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, CUgraphNodeParams* given) {
  return cuGraphAddNode_v2(node, graph, dependencies, nullptr, count, given);
}

CUresult heddle_cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph,
                                     const CUgraphNode* dependencies, size_t count,
                                     const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_KERNEL_NODE_PARAMS parameters = presentForm(*given);
  return cuGraphAddKernelNode_v2(node, graph, dependencies, count, &parameters);
}

CUresult heddle_cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1* out) {
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

CUresult heddle_cuGraphKernelNodeSetParams(CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_KERNEL_NODE_PARAMS parameters = presentForm(*given);
  return cuGraphKernelNodeSetParams_v2(node, &parameters);
}

CUresult heddle_cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                               const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_KERNEL_NODE_PARAMS parameters = presentForm(*given);
  return cuGraphExecKernelNodeSetParams_v2(exec, node, &parameters);
}

CUresult heddle_cuGraphInstantiate_v2(CUgraphExec* exec, CUgraph graph, CUgraphNode* errorNode,
                                      char* log, size_t logSize) {
  CUDA_GRAPH_INSTANTIATE_PARAMS parameters{};
  const CUresult result = cuGraphInstantiateWithParams(exec, graph, &parameters);
  if (errorNode)
    *errorNode = parameters.hErrNode_out;
  if (log && logSize)
    *log = '\0';
  return result;
}

CUresult heddle_cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode* errorNode,
                                  CUgraphExecUpdateResult* result) {
  CUgraphExecUpdateResultInfo info{};
  const CUresult status = cuGraphExecUpdate_v2(exec, graph, &info);
  if (errorNode)
    *errorNode = info.errorNode;
  if (result)
    *result = info.result;
  return status;
}

CUresult heddle_cuStreamBeginCapture(CUstream stream) {
  return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

CUresult heddle_cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status,
                                       cuuint64_t* id) {
  return cuStreamGetCaptureInfo_v3(stream, status, id, nullptr, nullptr, nullptr, nullptr);
}

CUresult heddle_cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status,
                                          cuuint64_t* id, CUgraph* graph,
                                          const CUgraphNode** dependencies, size_t* count) {
  return cuStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, nullptr, count);
}

CUresult heddle_cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* dependencies,
                                                  size_t count, unsigned int flags) {
  return cuStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, count, flags);
}
