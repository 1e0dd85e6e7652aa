// Nodes of the other kinds: copies, fills, host functions, child graphs, events, memory and batches
// of memory operations. Kernel nodes are in kernel_nodes.cpp, conditional nodes in
// conditional_nodes.cpp.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/graph.h"
#include "driver/memory/copy.h"

#include <functional>

namespace heddle::driver {

namespace {

// Answers a query for the parameters of a node of this kind; `read` gets the answer from them.
template <typename Parameters, typename Out, typename Read>
CUresult readNode(CUgraphNode handle, Out* out, Read read) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<Parameters>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = std::invoke(read, std::get<Parameters>(node->parameters));
  return CUDA_SUCCESS;
}

CUresult checkEvent(CUevent event) {
  HEDDLE_TRY(Driver::instance().state());
  return Driver::instance().tables().events.find(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

template <typename Parameters> CUresult setEvent(CUgraphNode handle, CUevent event) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<Parameters>(handle, node));
  HEDDLE_TRY(checkEvent(event));
  node->parameters = Parameters{event};
  return CUDA_SUCCESS;
}

} // namespace

CUresult makeCopyNode(const CUDA_MEMCPY3D& given, CUcontext handle, NodeParameters& parameters) {
  HEDDLE_TRY(Driver::instance().state());
  Context* context = handle ? Context::find(handle) : Context::current();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  exec::TaskRef task;
  HEDDLE_TRY(makeCopyTask(*context, given, task));
  parameters = CopyNode{given, context->handle()};
  return CUDA_SUCCESS;
}

CUresult makeFillNode(const CUDA_MEMSET_NODE_PARAMS& given, CUcontext handle,
                      NodeParameters& parameters) {
  HEDDLE_TRY(Driver::instance().state());
  Context* context = handle ? Context::find(handle) : Context::current();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  exec::TaskRef task;
  HEDDLE_TRY(makeFillTask(*context, given, task));
  parameters = FillNode{given, context->handle()};
  return CUDA_SUCCESS;
}

CUresult makeAllocationNode(CUDA_MEM_ALLOC_NODE_PARAMS& given, NodeParameters& parameters) {
  HEDDLE_TRY(Driver::instance().state());
  Device* device;
  if (given.bytesize == 0 || given.poolProps.allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
      given.poolProps.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(findDevice(given.poolProps.location.id, device));
  void* pointer = Driver::instance().memory().allocate(given.bytesize, memory::Kind::Device, 0,
                                                       &device->primaryContext(), device->index());
  if (!pointer)
    return CUDA_ERROR_OUT_OF_MEMORY;
  given.dptr = reinterpret_cast<CUdeviceptr>(pointer);
  parameters = AllocationNode{
      given, std::make_shared<GraphMemory>(pointer, given.bytesize, device->index())};
  return CUDA_SUCCESS;
}

CUresult makeMemoryOperationsNode(const CUDA_BATCH_MEM_OP_NODE_PARAMS* given,
                                  NodeParameters& parameters) {
  if (!given || given->flags || (given->count && !given->paramArray))
    return CUDA_ERROR_INVALID_VALUE;
  parameters =
      MemoryOperationsNode{given->ctx, {given->paramArray, given->paramArray + given->count}};
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuGraphAddMemcpyNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMCPY3D* given, CUcontext context) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeCopyNode(*given, context, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode handle, CUDA_MEMCPY3D* out) {
  return readNode<CopyNode>(handle, out, &CopyNode::description);
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode handle, const CUDA_MEMCPY3D* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<CopyNode>(handle, node));
  return given
             ? makeCopyNode(*given, std::get<CopyNode>(node->parameters).context, node->parameters)
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphAddMemsetNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMSET_NODE_PARAMS* given,
                              CUcontext context) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeFillNode(*given, context, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode handle, CUDA_MEMSET_NODE_PARAMS* out) {
  return readNode<FillNode>(handle, out, &FillNode::description);
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode handle, const CUDA_MEMSET_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<FillNode>(handle, node));
  return given
             ? makeFillNode(*given, std::get<FillNode>(node->parameters).context, node->parameters)
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphAddHostNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS* given) {
  if (!given || !given->fn)
    return CUDA_ERROR_INVALID_VALUE;
  return addNode(out, graph, dependencies, count, HostNode{given->fn, given->userData});
}

CUresult cuGraphHostNodeGetParams(CUgraphNode handle, CUDA_HOST_NODE_PARAMS* out) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<HostNode>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  const auto& host = std::get<HostNode>(node->parameters);
  *out = {host.function, host.data};
  return CUDA_SUCCESS;
}

CUresult cuGraphHostNodeSetParams(CUgraphNode handle, const CUDA_HOST_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<HostNode>(handle, node));
  if (!given || !given->fn)
    return CUDA_ERROR_INVALID_VALUE;
  node->parameters = HostNode{given->fn, given->userData};
  return CUDA_SUCCESS;
}

CUresult cuGraphAddEmptyNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                             size_t count) {
  return addNode(out, graph, dependencies, count, EmptyNode{});
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                  size_t count, CUgraph child) {
  std::shared_ptr<Graph> original;
  HEDDLE_TRY(findGraph(child, original));
  std::shared_ptr<Graph> copy = original->clone();
  if (!copy)
    return CUDA_ERROR_OUT_OF_MEMORY;
  return addNode(out, graph, dependencies, count, ChildGraphNode{std::move(copy)});
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode handle, CUgraph* out) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<ChildGraphNode>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = innerHandle(std::get<ChildGraphNode>(node->parameters).graph);
  return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                   size_t count, CUevent event) {
  HEDDLE_TRY(checkEvent(event));
  return addNode(out, graph, dependencies, count, EventRecordNode{event});
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode handle, CUevent* out) {
  return readNode<EventRecordNode>(handle, out, &EventRecordNode::event);
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode handle, CUevent event) {
  return setEvent<EventRecordNode>(handle, event);
}

CUresult cuGraphAddEventWaitNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                 size_t count, CUevent event) {
  HEDDLE_TRY(checkEvent(event));
  return addNode(out, graph, dependencies, count, EventWaitNode{event});
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode handle, CUevent* out) {
  return readNode<EventWaitNode>(handle, out, &EventWaitNode::event);
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode handle, CUevent event) {
  return setEvent<EventWaitNode>(handle, event);
}

CUresult cuGraphAddMemAllocNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeAllocationNode(*given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode handle, CUDA_MEM_ALLOC_NODE_PARAMS* out) {
  return readNode<AllocationNode>(handle, out, &AllocationNode::description);
}

CUresult cuGraphAddMemFreeNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  if (!Driver::instance().memory().find(reinterpret_cast<void*>(pointer)))
    return CUDA_ERROR_INVALID_VALUE;
  return addNode(out, graph, dependencies, count, FreeNode{pointer});
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode handle, CUdeviceptr* out) {
  return readNode<FreeNode>(handle, out, &FreeNode::pointer);
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                  size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS* given) {
  NodeParameters parameters;
  HEDDLE_TRY(makeMemoryOperationsNode(given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode handle, CUDA_BATCH_MEM_OP_NODE_PARAMS* out) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<MemoryOperationsNode>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  auto& operations = std::get<MemoryOperationsNode>(node->parameters);
  *out = {operations.context, static_cast<unsigned>(operations.operations.size()),
          operations.operations.data(), 0};
  return CUDA_SUCCESS;
}

CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode handle,
                                        const CUDA_BATCH_MEM_OP_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<MemoryOperationsNode>(handle, node));
  return makeMemoryOperationsNode(given, node->parameters);
}
