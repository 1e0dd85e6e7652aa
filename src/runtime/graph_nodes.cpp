// Nodes of graphs.
#include "runtime/array.h"
#include "runtime/copy.h"
#include "runtime/kernel_lookup.h"

using namespace heddle::runtime;

static_assert(sizeof(cudaMemsetParams) == sizeof(CUDA_MEMSET_NODE_PARAMS));
static_assert(sizeof(cudaHostNodeParams) == sizeof(CUDA_HOST_NODE_PARAMS));
static_assert(sizeof(cudaMemAllocNodeParams) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS));

namespace {

CUcontext currentContext(const Driver& driver) {
  CUcontext context = nullptr;
  driver.cuCtxGetCurrent(&context);
  return context;
}

template <class Use>
cudaError_t withKernelParams(const cudaKernelNodeParams* given, Use&& use,
                             const char* caller = __builtin_FUNCTION()) {
  if (!given)
    return record(cudaErrorInvalidValue);
  auto body = [&](const Driver& driver, CUkernel kernel) {
    CUDA_KERNEL_NODE_PARAMS params{};
    params.func = asFunction(kernel);
    params.gridDimX = given->gridDim.x;
    params.gridDimY = given->gridDim.y;
    params.gridDimZ = given->gridDim.z;
    params.blockDimX = given->blockDim.x;
    params.blockDimY = given->blockDim.y;
    params.blockDimZ = given->blockDim.z;
    params.sharedMemBytes = given->sharedMemBytes;
    params.kernelParams = given->kernelParams;
    params.extra = given->extra;
    return use(driver, params);
  };
  return withKernel(given->func, body, caller);
}

template <class Use>
cudaError_t withCopy(const cudaMemcpy3DParms* given, Use&& use,
                     const char* caller = __builtin_FUNCTION()) {
  if (!given)
    return record(cudaErrorInvalidValue);
  auto body = [&](const Driver& driver) {
    CUDA_MEMCPY3D copy{};
    if (cudaError_t status = describeCopy(driver, *given, copy); status != cudaSuccess)
      return status;
    return toError(use(driver, copy));
  };
  return inContext(body, caller);
}

// Turns a copy in the driver's terms back into the runtime's. If one side is an array, widths and
// offsets count its elements.
CUresult describeBack(const Driver& driver, const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms& p) {
  p = {};
  size_t elementBytes = 1;
  auto* srcArray = reinterpret_cast<cudaArray_t>(copy.srcArray);
  auto* dstArray = reinterpret_cast<cudaArray_t>(copy.dstArray);
  if (cudaArray_t array = srcArray ? srcArray : dstArray)
    if (CUresult result = arrayElementBytes(driver, array, elementBytes))
      return result;
  p.srcArray = srcArray;
  p.dstArray = dstArray;
  p.srcPos = {copy.srcXInBytes / (srcArray ? elementBytes : 1), copy.srcY, copy.srcZ};
  p.dstPos = {copy.dstXInBytes / (dstArray ? elementBytes : 1), copy.dstY, copy.dstZ};
  if (!srcArray)
    p.srcPtr = {const_cast<void*>(copy.srcHost), copy.srcPitch, copy.WidthInBytes, copy.srcHeight};
  if (!dstArray)
    p.dstPtr = {copy.dstHost, copy.dstPitch, copy.WidthInBytes, copy.dstHeight};
  p.extent = {copy.WidthInBytes / elementBytes, copy.Height, copy.Depth};
  const bool fromHost = copy.srcMemoryType == CU_MEMORYTYPE_HOST;
  const bool toHost = copy.dstMemoryType == CU_MEMORYTYPE_HOST;
  p.kind =
      copy.srcMemoryType == CU_MEMORYTYPE_UNIFIED || copy.dstMemoryType == CU_MEMORYTYPE_UNIFIED
          ? cudaMemcpyDefault
      : fromHost ? (toHost ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice)
                 : (toHost ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice);
  return CUDA_SUCCESS;
}

cudaMemcpy3DParms linearCopy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<void*>(src), count, count, 1};
  copy.dstPtr = {dst, count, count, 1};
  copy.extent = {count, 1, 1};
  copy.kind = kind;
  return copy;
}

template <class Use> cudaError_t withSymbol(const void* symbol, size_t offset, Use&& use) {
  void* address = nullptr;
  if (cudaError_t status = cudaGetSymbolAddress(&address, symbol); status != cudaSuccess)
    return status;
  return use(static_cast<char*>(address) + offset);
}

} // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaKernelNodeParams* pNodeParams) {
  return withKernelParams(pNodeParams, [&](const Driver& driver,
                                           const CUDA_KERNEL_NODE_PARAMS& params) {
    return driver.cuGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies, &params);
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* pNodeParams) {
  return withKernelParams(pNodeParams,
                          [&](const Driver& driver, const CUDA_KERNEL_NODE_PARAMS& params) {
                            return driver.cuGraphKernelNodeSetParams(node, &params);
                          });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  return withKernelParams(pNodeParams,
                          [&](const Driver& driver, const CUDA_KERNEL_NODE_PARAMS& params) {
                            return driver.cuGraphExecKernelNodeSetParams(hGraphExec, node, &params);
                          });
}

// The function is returned as the handle of its kernel, which every call that takes a function
// accepts too.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  if (!pNodeParams)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    CUDA_KERNEL_NODE_PARAMS found{};
    if (CUresult result = driver.cuGraphKernelNodeGetParams(node, &found))
      return result;
    pNodeParams->func =
        found.kern ? static_cast<void*>(found.kern) : static_cast<void*>(found.func);
    pNodeParams->gridDim = dim3(found.gridDimX, found.gridDimY, found.gridDimZ);
    pNodeParams->blockDim = dim3(found.blockDimX, found.blockDimY, found.blockDimZ);
    pNodeParams->sharedMemBytes = found.sharedMemBytes;
    pNodeParams->kernelParams = found.kernelParams;
    pNodeParams->extra = found.extra;
    return CUDA_SUCCESS;
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemcpy3DParms* pCopyParams) {
  return withCopy(pCopyParams, [&](const Driver& driver, const CUDA_MEMCPY3D& copy) {
    return driver.cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &copy,
                                       currentContext(driver));
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* pNodeParams) {
  return withCopy(pNodeParams, [&](const Driver& driver, const CUDA_MEMCPY3D& copy) {
    return driver.cuGraphMemcpyNodeSetParams(node, &copy);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return withCopy(pNodeParams, [&](const Driver& driver, const CUDA_MEMCPY3D& copy) {
    return driver.cuGraphExecMemcpyNodeSetParams(hGraphExec, node, &copy, currentContext(driver));
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  if (!pNodeParams)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    CUDA_MEMCPY3D copy{};
    if (CUresult result = driver.cuGraphMemcpyNodeGetParams(node, &copy))
      return result;
    return describeBack(driver, copy, *pNodeParams);
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = linearCopy(dst, src, count, kind);
  return cudaGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src,
                                           size_t count, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = linearCopy(dst, src, count, kind);
  return cudaGraphMemcpyNodeSetParams(node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void* dst, const void* src, size_t count,
                                               cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = linearCopy(dst, src, count, kind);
  return cudaGraphExecMemcpyNodeSetParams(hGraphExec, node, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies,
                                           size_t numDependencies, const void* symbol,
                                           const void* src, size_t count, size_t offset,
                                           cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* place) {
    return cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies, numDependencies, place, src,
                                    count, kind);
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies,
                                             size_t numDependencies, void* dst, const void* symbol,
                                             size_t count, size_t offset, cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* place) {
    return cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies, numDependencies, dst, place,
                                    count, kind);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* src, size_t count, size_t offset,
                                                 cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* place) {
    return cudaGraphMemcpyNodeSetParams1D(node, place, src, count, kind);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst,
                                                   const void* symbol, size_t count, size_t offset,
                                                   cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* place) {
    return cudaGraphMemcpyNodeSetParams1D(node, dst, place, count, kind);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* src, size_t count, size_t offset,
                                                     cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* place) {
    return cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, place, src, count, kind);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                       cudaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count,
                                                       size_t offset, cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* place) {
    return cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, dst, place, count, kind);
  });
}

static cudaError_t addConditionalNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count,
                                      cudaConditionalNodeParams& given) {
  return inContext([&](const Driver& driver) {
    CUgraphNodeParams parameters{};
    parameters.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    parameters.conditional = {given.handle, static_cast<CUgraphConditionalNodeType>(given.type),
                              given.size, nullptr, currentContext(driver)};
    const CUresult result =
        driver.cuGraphAddNode(node, graph, dependencies, nullptr, count, &parameters);
    if (result == CUDA_SUCCESS)
      given.phGraph_out = parameters.conditional.phGraph_out;
    return result;
  });
}

// Calls the function that adds nodes of this type.
cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                             const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData* /*dependencyData*/, size_t numDependencies,
                             cudaGraphNodeParams* nodeParams) {
  if (!nodeParams)
    return record(cudaErrorInvalidValue);
  switch (nodeParams->type) {
  case cudaGraphNodeTypeKernel:
    return cudaGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies,
                                  reinterpret_cast<cudaKernelNodeParams*>(&nodeParams->kernel));
  case cudaGraphNodeTypeMemcpy:
    return cudaGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies,
                                  &nodeParams->memcpy.copyParams);
  case cudaGraphNodeTypeMemset:
    return cudaGraphAddMemsetNode(pGraphNode, graph, pDependencies, numDependencies,
                                  reinterpret_cast<cudaMemsetParams*>(&nodeParams->memset));
  case cudaGraphNodeTypeHost:
    return cudaGraphAddHostNode(pGraphNode, graph, pDependencies, numDependencies,
                                reinterpret_cast<cudaHostNodeParams*>(&nodeParams->host));
  case cudaGraphNodeTypeGraph:
    return cudaGraphAddChildGraphNode(pGraphNode, graph, pDependencies, numDependencies,
                                      nodeParams->graph.graph);
  case cudaGraphNodeTypeEmpty:
    return cudaGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies);
  case cudaGraphNodeTypeWaitEvent:
    return cudaGraphAddEventWaitNode(pGraphNode, graph, pDependencies, numDependencies,
                                     nodeParams->eventWait.event);
  case cudaGraphNodeTypeEventRecord:
    return cudaGraphAddEventRecordNode(pGraphNode, graph, pDependencies, numDependencies,
                                       nodeParams->eventRecord.event);
  case cudaGraphNodeTypeMemAlloc:
    return cudaGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies,
                                    reinterpret_cast<cudaMemAllocNodeParams*>(&nodeParams->alloc));
  case cudaGraphNodeTypeMemFree:
    return cudaGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies,
                                   nodeParams->free.dptr);
  case cudaGraphNodeTypeConditional:
    return addConditionalNode(pGraphNode, graph, pDependencies, numDependencies,
                              nodeParams->conditional);
  default:
    return record(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  if (!nodeParams)
    return record(cudaErrorInvalidValue);
  switch (nodeParams->type) {
  case cudaGraphNodeTypeKernel:
    return cudaGraphKernelNodeSetParams(
        node, reinterpret_cast<cudaKernelNodeParams*>(&nodeParams->kernel));
  case cudaGraphNodeTypeMemcpy:
    return cudaGraphMemcpyNodeSetParams(node, &nodeParams->memcpy.copyParams);
  case cudaGraphNodeTypeMemset:
    return cudaGraphMemsetNodeSetParams(node,
                                        reinterpret_cast<cudaMemsetParams*>(&nodeParams->memset));
  case cudaGraphNodeTypeHost:
    return cudaGraphHostNodeSetParams(node,
                                      reinterpret_cast<cudaHostNodeParams*>(&nodeParams->host));
  case cudaGraphNodeTypeWaitEvent:
    return cudaGraphEventWaitNodeSetEvent(node, nodeParams->eventWait.event);
  case cudaGraphNodeTypeEventRecord:
    return cudaGraphEventRecordNodeSetEvent(node, nodeParams->eventRecord.event);
  default:
    return record(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* nodeParams) {
  if (!nodeParams)
    return record(cudaErrorInvalidValue);
  switch (nodeParams->type) {
  case cudaGraphNodeTypeKernel:
    return cudaGraphExecKernelNodeSetParams(
        exec, node, reinterpret_cast<cudaKernelNodeParams*>(&nodeParams->kernel));
  case cudaGraphNodeTypeMemcpy:
    return cudaGraphExecMemcpyNodeSetParams(exec, node, &nodeParams->memcpy.copyParams);
  case cudaGraphNodeTypeMemset:
    return cudaGraphExecMemsetNodeSetParams(
        exec, node, reinterpret_cast<cudaMemsetParams*>(&nodeParams->memset));
  case cudaGraphNodeTypeHost:
    return cudaGraphExecHostNodeSetParams(exec, node,
                                          reinterpret_cast<cudaHostNodeParams*>(&nodeParams->host));
  case cudaGraphNodeTypeGraph:
    return cudaGraphExecChildGraphNodeSetParams(exec, node, nodeParams->graph.graph);
  case cudaGraphNodeTypeWaitEvent:
    return cudaGraphExecEventWaitNodeSetEvent(exec, node, nodeParams->eventWait.event);
  case cudaGraphNodeTypeEventRecord:
    return cudaGraphExecEventRecordNodeSetEvent(exec, node, nodeParams->eventRecord.event);
  default:
    return record(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out,
                                             cudaGraph_t graph, unsigned int defaultLaunchValue,
                                             unsigned int flags) {
  static_assert(sizeof(CUgraphConditionalHandle) == sizeof(cudaGraphConditionalHandle));
  return inContext([&](const Driver& driver) {
    return driver.cuGraphConditionalHandleCreate(
        reinterpret_cast<CUgraphConditionalHandle*>(pHandle_out), graph, currentContext(driver),
        defaultLaunchValue, flags);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                 const cudaHostNodeParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddHostNode(pGraphNode, graph, pDependencies, numDependencies,
                                     reinterpret_cast<const CUDA_HOST_NODE_PARAMS*>(pNodeParams));
  });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphHostNodeGetParams(node,
                                           reinterpret_cast<CUDA_HOST_NODE_PARAMS*>(pNodeParams));
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const cudaHostNodeParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphHostNodeSetParams(
        node, reinterpret_cast<const CUDA_HOST_NODE_PARAMS*>(pNodeParams));
  });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecHostNodeSetParams(
        hGraphExec, node, reinterpret_cast<const CUDA_HOST_NODE_PARAMS*>(pNodeParams));
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemsetParams* pMemsetParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddMemsetNode(
        pGraphNode, graph, pDependencies, numDependencies,
        reinterpret_cast<const CUDA_MEMSET_NODE_PARAMS*>(pMemsetParams), currentContext(driver));
  });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphMemsetNodeGetParams(
        node, reinterpret_cast<CUDA_MEMSET_NODE_PARAMS*>(pNodeParams));
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemsetParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphMemsetNodeSetParams(
        node, reinterpret_cast<const CUDA_MEMSET_NODE_PARAMS*>(pNodeParams));
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecMemsetNodeSetParams(
        hGraphExec, node, reinterpret_cast<const CUDA_MEMSET_NODE_PARAMS*>(pNodeParams),
        currentContext(driver));
  });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddChildGraphNode(pGraphNode, graph, pDependencies, numDependencies,
                                           childGraph);
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphChildGraphNodeGetGraph(node, pGraph); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecChildGraphNodeSetParams(hGraphExec, node, childGraph);
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies);
  });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies,
                                        size_t numDependencies, cudaEvent_t event) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddEventRecordNode(pGraphNode, graph, pDependencies, numDependencies,
                                            event);
  });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphEventRecordNodeGetEvent(node, event_out); });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphEventRecordNodeSetEvent(node, event); });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                 cudaEvent_t event) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event);
  });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                      cudaEvent_t event) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddEventWaitNode(pGraphNode, graph, pDependencies, numDependencies, event);
  });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphEventWaitNodeGetEvent(node, event_out); });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphEventWaitNodeSetEvent(node, event); });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                               cudaEvent_t event) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event);
  });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies,
                                         reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(nodeParams));
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* params_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphMemAllocNodeGetParams(
        node, reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(params_out));
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                    void* dptr) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies,
                                        toDevice(dptr));
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphMemFreeNodeGetParams(node, static_cast<CUdeviceptr*>(dptr_out));
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphKernelNodeCopyAttributes(hDst, hSrc); });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue* value_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphKernelNodeGetAttribute(
        hNode, static_cast<CUlaunchAttributeID>(attr),
        reinterpret_cast<CUlaunchAttributeValue*>(value_out));
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue* value) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphKernelNodeSetAttribute(
        hNode, static_cast<CUlaunchAttributeID>(attr),
        reinterpret_cast<const CUlaunchAttributeValue*>(value));
  });
}
