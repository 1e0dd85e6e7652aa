// Graphs: their form, launching and updating them, and user objects.
#include "runtime/runtime.h"

using namespace heddle::runtime;

static_assert(sizeof(cudaGraphEdgeData) == sizeof(CUgraphEdgeData));
static_assert(sizeof(cudaGraphInstantiateParams) == sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS));
static_assert(sizeof(cudaGraphExecUpdateResultInfo) == sizeof(CUgraphExecUpdateResultInfo));

namespace {

CUgraphEdgeData* toDriver(cudaGraphEdgeData* data) {
  return reinterpret_cast<CUgraphEdgeData*>(data);
}
const CUgraphEdgeData* toDriver(const cudaGraphEdgeData* data) {
  return reinterpret_cast<const CUgraphEdgeData*>(data);
}

} // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return inContext([&](const Driver& driver) { return driver.cuGraphCreate(pGraph, flags); });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return inContext([&](const Driver& driver) { return driver.cuGraphDestroy(graph); });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphClone(pGraphClone, originalGraph); });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode,
                                     cudaGraph_t clonedGraph) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphNodeFindInClone(pNode, originalNode, clonedGraph);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphNodeGetType(node, reinterpret_cast<CUgraphNodeType*>(pType));
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphGetNodes(graph, nodes, numNodes); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes,
                                  size_t* pNumRootNodes) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphGetRootNodes(graph, pRootNodes, pNumRootNodes);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edgeData, size_t* numEdges) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphGetEdges(graph, from, to, toDriver(edgeData), numEdges);
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                         cudaGraphEdgeData* edgeData, size_t* pNumDependencies) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphNodeGetDependencies(node, pDependencies, toDriver(edgeData),
                                             pNumDependencies);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                           cudaGraphEdgeData* edgeData,
                                           size_t* pNumDependentNodes) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphNodeGetDependentNodes(node, pDependentNodes, toDriver(edgeData),
                                               pNumDependentNodes);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edgeData,
                                     size_t numDependencies) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddDependencies(graph, from, to, toDriver(edgeData), numDependencies);
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* edgeData, size_t numDependencies) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphRemoveDependencies(graph, from, to, toDriver(edgeData), numDependencies);
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return inContext([&](const Driver& driver) { return driver.cuGraphDestroyNode(node); });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphDebugDotPrint(graph, path, flags); });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphInstantiateWithFlags(pGraphExec, graph, flags);
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphInstantiateWithFlags(pGraphExec, graph, flags);
  });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiateParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphInstantiateWithParams(
        pGraphExec, graph, reinterpret_cast<CUDA_GRAPH_INSTANTIATE_PARAMS*>(instantiateParams));
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecGetFlags(graphExec, reinterpret_cast<cuuint64_t*>(flags));
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecUpdate(hGraphExec, hGraph,
                                    reinterpret_cast<CUgraphExecUpdateResultInfo*>(resultInfo));
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return inContext([&](const Driver& driver) { return driver.cuGraphUpload(graphExec, stream); });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return inContext([&](const Driver& driver) { return driver.cuGraphLaunch(graphExec, stream); });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return inContext([&](const Driver& driver) { return driver.cuGraphExecDestroy(graphExec); });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int isEnabled) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphNodeSetEnabled(hGraphExec, hNode, isEnabled);
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int* isEnabled) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphNodeGetEnabled(hGraphExec, hNode, isEnabled);
  });
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags);
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  return inContext([&](const Driver& driver) { return driver.cuUserObjectRetain(object, count); });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return inContext([&](const Driver& driver) { return driver.cuUserObjectRelease(object, count); });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphRetainUserObject(graph, object, count, flags);
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphReleaseUserObject(graph, object, count); });
}
