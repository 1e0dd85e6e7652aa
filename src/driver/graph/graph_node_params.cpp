// cuGraphAddNode, cuGraphNodeSetParams and cuGraphExecNodeSetParams: one structure describes a node
// of any kind. Its type says which function for that kind of node is called.
#include "driver/graph/graph.h"

namespace {

// The members of the structure begin with the parameters of the functions for one kind; some have
// more members at the end.
const CUDA_KERNEL_NODE_PARAMS* kernelOf(const CUgraphNodeParams& given) {
  return reinterpret_cast<const CUDA_KERNEL_NODE_PARAMS*>(&given.kernel);
}
const CUDA_MEMSET_NODE_PARAMS* fillOf(const CUgraphNodeParams& given) {
  return reinterpret_cast<const CUDA_MEMSET_NODE_PARAMS*>(&given.memset);
}
const CUDA_HOST_NODE_PARAMS* hostOf(const CUgraphNodeParams& given) {
  return reinterpret_cast<const CUDA_HOST_NODE_PARAMS*>(&given.host);
}
const CUDA_BATCH_MEM_OP_NODE_PARAMS* operationsOf(const CUgraphNodeParams& given) {
  return reinterpret_cast<const CUDA_BATCH_MEM_OP_NODE_PARAMS*>(&given.memOp);
}
const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* signalOf(const CUgraphNodeParams& given) {
  return reinterpret_cast<const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*>(&given.extSemSignal);
}
const CUDA_EXT_SEM_WAIT_NODE_PARAMS* waitOf(const CUgraphNodeParams& given) {
  return reinterpret_cast<const CUDA_EXT_SEM_WAIT_NODE_PARAMS*>(&given.extSemWait);
}

// Parameters can only be set in a node of the kind that they are for.
CUresult checkKind(CUgraphNode node, const CUgraphNodeParams* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  CUgraphNodeType kind;
  HEDDLE_TRY(cuGraphNodeGetType(node, &kind));
  return kind == given->type ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

CUresult cuGraphAddNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                        const CUgraphEdgeData*, size_t count, CUgraphNodeParams* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  switch (given->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return cuGraphAddKernelNode(out, graph, dependencies, count, kernelOf(*given));
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphAddMemcpyNode(out, graph, dependencies, count, &given->memcpy.copyParams,
                                given->memcpy.copyCtx);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return cuGraphAddMemsetNode(out, graph, dependencies, count, fillOf(*given), given->memset.ctx);
  case CU_GRAPH_NODE_TYPE_HOST:
    return cuGraphAddHostNode(out, graph, dependencies, count, hostOf(*given));
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return cuGraphAddChildGraphNode(out, graph, dependencies, count, given->graph.graph);
  case CU_GRAPH_NODE_TYPE_EMPTY:
    return cuGraphAddEmptyNode(out, graph, dependencies, count);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return cuGraphAddEventWaitNode(out, graph, dependencies, count, given->eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return cuGraphAddEventRecordNode(out, graph, dependencies, count, given->eventRecord.event);
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    return cuGraphAddMemAllocNode(out, graph, dependencies, count,
                                  reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS*>(&given->alloc));
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return cuGraphAddMemFreeNode(out, graph, dependencies, count, given->free.dptr);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cuGraphAddBatchMemOpNode(out, graph, dependencies, count, operationsOf(*given));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return cuGraphAddExternalSemaphoresSignalNode(out, graph, dependencies, count,
                                                  signalOf(*given));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return cuGraphAddExternalSemaphoresWaitNode(out, graph, dependencies, count, waitOf(*given));
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return heddle::driver::addConditionalNode(out, graph, dependencies, count, given->conditional);
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* given) {
  HEDDLE_TRY(checkKind(node, given));
  switch (given->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return cuGraphKernelNodeSetParams(node, kernelOf(*given));
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphMemcpyNodeSetParams(node, &given->memcpy.copyParams);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return cuGraphMemsetNodeSetParams(node, fillOf(*given));
  case CU_GRAPH_NODE_TYPE_HOST:
    return cuGraphHostNodeSetParams(node, hostOf(*given));
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return cuGraphEventWaitNodeSetEvent(node, given->eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return cuGraphEventRecordNodeSetEvent(node, given->eventRecord.event);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cuGraphBatchMemOpNodeSetParams(node, operationsOf(*given));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return cuGraphExternalSemaphoresSignalNodeSetParams(node, signalOf(*given));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return cuGraphExternalSemaphoresWaitNodeSetParams(node, waitOf(*given));
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams* given) {
  HEDDLE_TRY(checkKind(node, given));
  switch (given->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return cuGraphExecKernelNodeSetParams(exec, node, kernelOf(*given));
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphExecMemcpyNodeSetParams(exec, node, &given->memcpy.copyParams,
                                          given->memcpy.copyCtx);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return cuGraphExecMemsetNodeSetParams(exec, node, fillOf(*given), given->memset.ctx);
  case CU_GRAPH_NODE_TYPE_HOST:
    return cuGraphExecHostNodeSetParams(exec, node, hostOf(*given));
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return cuGraphExecChildGraphNodeSetParams(exec, node, given->graph.graph);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return cuGraphExecEventWaitNodeSetEvent(exec, node, given->eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return cuGraphExecEventRecordNodeSetEvent(exec, node, given->eventRecord.event);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cuGraphExecBatchMemOpNodeSetParams(exec, node, operationsOf(*given));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, signalOf(*given));
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, node, waitOf(*given));
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}
