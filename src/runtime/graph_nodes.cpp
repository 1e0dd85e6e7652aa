// Nodes of graphs, but for kernels (graph_kernel_nodes.cpp) and copies (graph_memcpy_nodes.cpp).
#include "runtime/runtime.h"

using namespace heddle::runtime;

static_assert(sizeof(cudaMemsetParams) == sizeof(CUDA_MEMSET_NODE_PARAMS));
static_assert(sizeof(cudaHostNodeParams) == sizeof(CUDA_HOST_NODE_PARAMS));
static_assert(sizeof(cudaMemAllocNodeParams) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS));

namespace {

// The members of the structure for nodes of any kind, as the functions for one kind take them.
const cudaExternalSemaphoreSignalNodeParams* signalOf(const cudaGraphNodeParams& given) {
  return reinterpret_cast<const cudaExternalSemaphoreSignalNodeParams*>(&given.extSemSignal);
}
const cudaExternalSemaphoreWaitNodeParams* waitOf(const cudaGraphNodeParams& given) {
  return reinterpret_cast<const cudaExternalSemaphoreWaitNodeParams*>(&given.extSemWait);
}

cudaError_t addConditionalNode(cudaGraphNode_t* node, cudaGraph_t graph,
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

// Parameters can only be set in a node of the kind that they are for.
cudaError_t checkKind(cudaGraphNode_t node, const cudaGraphNodeParams* given) {
  if (!given)
    return record(cudaErrorInvalidValue);
  cudaGraphNodeType kind;
  if (const cudaError_t error = cudaGraphNodeGetType(node, &kind))
    return error;
  return record(kind == given->type ? cudaSuccess : cudaErrorInvalidValue);
}

} // namespace

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
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return cudaGraphAddExternalSemaphoresSignalNode(pGraphNode, graph, pDependencies,
                                                    numDependencies, signalOf(*nodeParams));
  case cudaGraphNodeTypeExtSemaphoreWait:
    return cudaGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies, numDependencies,
                                                  waitOf(*nodeParams));
  case cudaGraphNodeTypeConditional:
    return addConditionalNode(pGraphNode, graph, pDependencies, numDependencies,
                              nodeParams->conditional);
  default:
    return record(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  if (const cudaError_t error = checkKind(node, nodeParams))
    return error;
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
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return cudaGraphExternalSemaphoresSignalNodeSetParams(node, signalOf(*nodeParams));
  case cudaGraphNodeTypeExtSemaphoreWait:
    return cudaGraphExternalSemaphoresWaitNodeSetParams(node, waitOf(*nodeParams));
  default:
    return record(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* nodeParams) {
  if (const cudaError_t error = checkKind(node, nodeParams))
    return error;
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
  case cudaGraphNodeTypeExtSemaphoreSignal:
    return cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, signalOf(*nodeParams));
  case cudaGraphNodeTypeExtSemaphoreWait:
    return cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, node, waitOf(*nodeParams));
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
