#include "driver/graph/graph.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/launch.h"
#include "driver/memory/copy.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <unordered_map>

namespace heddle::driver {

namespace {

Driver::Tables& tables() {
  return Driver::instance().tables();
}

// The nodes that handles stand for; false when one is none, or of another graph.
bool readNodes(const CUgraphNode* handles, std::size_t count, const Graph& graph,
               std::vector<GraphNode*>& nodes) {
  if (count && !handles)
    return false;
  for (std::size_t index = 0; index < count; ++index) {
    GraphNode* node = tables().graphNodes.find(handles[index]);
    if (!node || &node->graph != &graph ||
        std::find(nodes.begin(), nodes.end(), node) != nodes.end())
      return false;
    nodes.push_back(node);
  }
  return true;
}

// What the functions that list nodes share: how many there are, or the nodes themselves.
CUresult listNodes(const std::vector<GraphNode*>& found, CUgraphNode* nodes, CUgraphEdgeData* edges,
                   std::size_t* count) {
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  if (!nodes) {
    *count = found.size();
    return CUDA_SUCCESS;
  }
  for (std::size_t index = 0; index < *count; ++index) {
    nodes[index] = index < found.size() ? toHandle(found[index]) : nullptr;
    if (edges)
      edges[index] = {};
  }
  *count = std::min(*count, found.size());
  return CUDA_SUCCESS;
}

template <typename Parameters> CUresult findNodeOf(CUgraphNode handle, GraphNode*& node) {
  HEDDLE_TRY(findNode(handle, node));
  return std::holds_alternative<Parameters>(node->parameters) ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE;
}

// What `read` takes from a node of this kind.
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
  return tables().events.find(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

template <typename Parameters> CUresult setEvent(CUgraphNode handle, CUevent event) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<Parameters>(handle, node));
  HEDDLE_TRY(checkEvent(event));
  node->parameters = Parameters{event};
  return CUDA_SUCCESS;
}

const char* typeName(CUgraphNodeType type) {
  static constexpr const char* names[] = {"kernel", "memcpy", "memset",    "host",       "graph",
                                          "empty",  "wait",   "record",    "signal",     "wait",
                                          "alloc",  "free",   "batch ops", "conditional"};
  return type < std::size(names) ? names[type] : "node";
}

} // namespace

CUgraphNodeType GraphNode::type() const {
  static constexpr CUgraphNodeType types[] = {
      CU_GRAPH_NODE_TYPE_KERNEL,       CU_GRAPH_NODE_TYPE_MEMCPY,
      CU_GRAPH_NODE_TYPE_MEMSET,       CU_GRAPH_NODE_TYPE_HOST,
      CU_GRAPH_NODE_TYPE_GRAPH,        CU_GRAPH_NODE_TYPE_EMPTY,
      CU_GRAPH_NODE_TYPE_WAIT_EVENT,   CU_GRAPH_NODE_TYPE_EVENT_RECORD,
      CU_GRAPH_NODE_TYPE_MEM_ALLOC,    CU_GRAPH_NODE_TYPE_MEM_FREE,
      CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, CU_GRAPH_NODE_TYPE_CONDITIONAL};
  static_assert(std::size(types) == std::variant_size_v<NodeParameters>);
  return types[parameters.index()];
}

std::span<const std::shared_ptr<Graph>> GraphNode::graphs() const {
  if (const auto* child = std::get_if<ChildGraphNode>(&parameters))
    return {&child->graph, 1};
  if (const auto* conditional = std::get_if<ConditionalNode>(&parameters))
    return conditional->bodies;
  return {};
}

Graph::~Graph() {
  for (GraphNode* node : nodes_)
    tables().graphNodes.destroy(node);
  for (const auto& [object, count] : objects_)
    releaseUserObject(object, count);
}

GraphNode* Graph::add(NodeParameters parameters, const std::vector<GraphNode*>& dependencies) {
  GraphNode* node = tables().graphNodes.create(*this, Context::current(), std::move(parameters));
  if (!node)
    return nullptr;
  nodes_.push_back(node);
  for (GraphNode* before : dependencies)
    connect(*before, *node);
  return node;
}

void Graph::remove(GraphNode& node) {
  for (GraphNode* before : std::vector(node.dependencies))
    disconnect(*before, node);
  for (GraphNode* after : std::vector(node.dependents))
    disconnect(node, *after);
  std::erase(nodes_, &node);
  tables().graphNodes.destroy(&node);
}

bool Graph::connect(GraphNode& from, GraphNode& to) {
  if (std::find(to.dependencies.begin(), to.dependencies.end(), &from) != to.dependencies.end())
    return false;
  to.dependencies.push_back(&from);
  from.dependents.push_back(&to);
  return true;
}

bool Graph::disconnect(GraphNode& from, GraphNode& to) {
  std::erase(from.dependents, &to);
  return std::erase(to.dependencies, &from) != 0;
}

std::vector<GraphNode*> Graph::sorted() const {
  std::unordered_map<const GraphNode*, std::size_t> left;
  std::vector<GraphNode*> order;
  for (GraphNode* node : nodes_)
    if ((left[node] = node->dependencies.size()) == 0)
      order.push_back(node);
  for (std::size_t at = 0; at < order.size(); ++at)
    for (GraphNode* after : order[at]->dependents)
      if (--left[after] == 0)
        order.push_back(after);
  return order.size() == nodes_.size() ? order : std::vector<GraphNode*>();
}

std::unique_ptr<Graph> Graph::clone() const {
  auto copy = std::make_unique<Graph>();
  std::unordered_map<const GraphNode*, GraphNode*> copies;
  for (const GraphNode* node : nodes_) {
    NodeParameters parameters = node->parameters;
    if (!copyInnerGraphs(parameters))
      return nullptr;
    GraphNode* made = tables().graphNodes.create(*copy, node->context, std::move(parameters));
    if (!made)
      return nullptr;
    made->attributes = node->attributes;
    made->enabled = node->enabled;
    made->original = node;
    copies[node] = made;
    copy->nodes_.push_back(made);
  }
  for (const GraphNode* node : nodes_)
    for (const GraphNode* before : node->dependencies)
      copy->connect(*copies[before], *copies[node]);
  for (const auto& [object, count] : objects_)
    copy->retain(object, count), retainUserObject(object, count);
  copy->conditions_ = conditions_;
  return copy;
}

bool copyInnerGraphs(NodeParameters& parameters) {
  if (auto* child = std::get_if<ChildGraphNode>(&parameters))
    return (child->graph = child->graph->clone()) != nullptr;
  if (auto* conditional = std::get_if<ConditionalNode>(&parameters)) {
    conditional->handles = nullptr;
    for (std::shared_ptr<Graph>& body : conditional->bodies)
      if (!(body = body->clone()))
        return false;
  }
  return true;
}

GraphNode* Graph::copyOf(const GraphNode& original) const {
  for (GraphNode* node : nodes_)
    if (node->original == &original)
      return node;
  return nullptr;
}

void Graph::retain(CUuserObject object, unsigned count) {
  objects_[object] += count;
}

bool Graph::release(CUuserObject object, unsigned count) {
  const auto found = objects_.find(object);
  if (found == objects_.end() || found->second < count)
    return false;
  if ((found->second -= count) == 0)
    objects_.erase(found);
  return true;
}

CUresult addNode(CUgraphNode* out, CUgraph graphHandle, const CUgraphNode* dependencies,
                 std::size_t count, NodeParameters parameters) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(graphHandle, graph));
  std::vector<GraphNode*> before;
  if (!out || !readNodes(dependencies, count, *graph, before))
    return CUDA_ERROR_INVALID_VALUE;
  GraphNode* node = graph->add(std::move(parameters), before);
  if (!node)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = toHandle(node);
  return CUDA_SUCCESS;
}

CUresult findGraph(CUgraph handle, std::shared_ptr<Graph>& graph) {
  HEDDLE_TRY(Driver::instance().state());
  GraphHandle* found = tables().graphs.find(handle);
  if (!found)
    return CUDA_ERROR_INVALID_VALUE;
  graph = found->graph;
  return CUDA_SUCCESS;
}

CUresult findNode(CUgraphNode handle, GraphNode*& node) {
  HEDDLE_TRY(Driver::instance().state());
  node = tables().graphNodes.find(handle);
  return node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUgraph makeHandle(std::shared_ptr<Graph> graph, bool owned) {
  return reinterpret_cast<CUgraph>(tables().graphs.create(std::move(graph), owned));
}

CUresult makeKernelNode(const CUDA_KERNEL_NODE_PARAMS& given, NodeParameters& parameters) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const CUfunction function = given.func ? given.func : reinterpret_cast<CUfunction>(given.kern);
  if (Context* own = contextOf(function))
    context = own;
  KernelLaunch launch;
  HEDDLE_TRY(packLaunch(*context, function,
                        {{given.gridDimX, given.gridDimY, given.gridDimZ},
                         {given.blockDimX, given.blockDimY, given.blockDimZ},
                         given.sharedMemBytes},
                        given.kernelParams, given.extra, false, launch));
  parameters = std::move(launch);
  return CUDA_SUCCESS;
}

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

CUresult cuGraphCreate(CUgraph* out, unsigned int flags) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || flags)
    return CUDA_ERROR_INVALID_VALUE;
  *out = makeHandle(std::make_shared<Graph>(), true);
  return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphDestroy(CUgraph handle) {
  HEDDLE_TRY(Driver::instance().state());
  GraphHandle* found = tables().graphs.find(handle);
  if (!found || !found->owned)
    return CUDA_ERROR_INVALID_VALUE;
  tables().graphs.destroy(found);
  return CUDA_SUCCESS;
}

CUresult cuGraphClone(CUgraph* out, CUgraph original) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(original, graph));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  // A condition has one node that looks at it.
  for (const GraphNode* node : graph->nodes())
    if (node->type() == CU_GRAPH_NODE_TYPE_CONDITIONAL)
      return CUDA_ERROR_NOT_SUPPORTED;
  std::shared_ptr<Graph> copy = graph->clone();
  if (!copy)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = makeHandle(std::move(copy), true);
  return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphNodeFindInClone(CUgraphNode* out, CUgraphNode original, CUgraph clone) {
  std::shared_ptr<Graph> graph;
  GraphNode* node;
  HEDDLE_TRY(findGraph(clone, graph));
  HEDDLE_TRY(findNode(original, node));
  GraphNode* copy = graph->copyOf(*node);
  if (!out || !copy)
    return CUDA_ERROR_INVALID_VALUE;
  *out = toHandle(copy);
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType* type) {
  GraphNode* node;
  HEDDLE_TRY(findNode(handle, node));
  if (!type)
    return CUDA_ERROR_INVALID_VALUE;
  *type = node->type();
  return CUDA_SUCCESS;
}

CUresult cuGraphGetNodes(CUgraph handle, CUgraphNode* nodes, size_t* count) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  return listNodes(graph->nodes(), nodes, nullptr, count);
}

CUresult cuGraphGetRootNodes(CUgraph handle, CUgraphNode* nodes, size_t* count) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  std::vector<GraphNode*> roots;
  for (GraphNode* node : graph->nodes())
    if (node->dependencies.empty())
      roots.push_back(node);
  return listNodes(roots, nodes, nullptr, count);
}

CUresult cuGraphGetEdges(CUgraph handle, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* data,
                         size_t* count) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  if (!count || !from != !to)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> sources, targets;
  for (GraphNode* node : graph->nodes())
    for (GraphNode* before : node->dependencies) {
      sources.push_back(before);
      targets.push_back(node);
    }
  size_t again = *count;
  HEDDLE_TRY(listNodes(sources, from, data, count));
  return from ? listNodes(targets, to, nullptr, &again) : CUDA_SUCCESS;
}

CUresult cuGraphNodeGetDependencies(CUgraphNode handle, CUgraphNode* nodes, CUgraphEdgeData* edges,
                                    size_t* count) {
  GraphNode* node;
  HEDDLE_TRY(findNode(handle, node));
  return listNodes(node->dependencies, nodes, edges, count);
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode handle, CUgraphNode* nodes,
                                      CUgraphEdgeData* edges, size_t* count) {
  GraphNode* node;
  HEDDLE_TRY(findNode(handle, node));
  return listNodes(node->dependents, nodes, edges, count);
}

CUresult cuGraphAddDependencies(CUgraph handle, const CUgraphNode* from, const CUgraphNode* to,
                                const CUgraphEdgeData*, size_t count) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  if (count && (!from || !to))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t index = 0; index < count; ++index) {
    GraphNode *source, *target;
    HEDDLE_TRY(findNode(from[index], source));
    HEDDLE_TRY(findNode(to[index], target));
    if (&source->graph != graph.get() || &target->graph != graph.get() || source == target ||
        !graph->connect(*source, *target))
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphRemoveDependencies(CUgraph handle, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData*, size_t count) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  if (count && (!from || !to))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t index = 0; index < count; ++index) {
    GraphNode *source, *target;
    HEDDLE_TRY(findNode(from[index], source));
    HEDDLE_TRY(findNode(to[index], target));
    if (&source->graph != graph.get() || !graph->disconnect(*source, *target))
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroyNode(CUgraphNode handle) {
  GraphNode* node;
  HEDDLE_TRY(findNode(handle, node));
  node->graph.remove(*node);
  return CUDA_SUCCESS;
}

CUresult cuGraphDebugDotPrint(CUgraph handle, const char* path, unsigned int) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  std::FILE* file = path ? std::fopen(path, "w") : nullptr;
  if (!file)
    return CUDA_ERROR_INVALID_VALUE;
  std::fprintf(file, "digraph dot {\n");
  for (const GraphNode* node : graph->nodes())
    std::fprintf(file, "  \"%p\" [label=\"%s\"]\n", static_cast<const void*>(node),
                 typeName(node->type()));
  for (const GraphNode* node : graph->nodes())
    for (const GraphNode* before : node->dependencies)
      std::fprintf(file, "  \"%p\" -> \"%p\"\n", static_cast<const void*>(before),
                   static_cast<const void*>(node));
  std::fprintf(file, "}\n");
  std::fclose(file);
  return CUDA_SUCCESS;
}

// Nodes of each kind

CUresult cuGraphAddKernelNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeKernelNode(*given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMCPY3D* given, CUcontext context) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeCopyNode(*given, context, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
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

CUresult cuGraphAddHostNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS* given) {
  if (!given || !given->fn)
    return CUDA_ERROR_INVALID_VALUE;
  return addNode(out, graph, dependencies, count, HostNode{given->fn, given->userData});
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
  *out = makeHandle(std::get<ChildGraphNode>(node->parameters).graph, false);
  return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                   size_t count, CUevent event) {
  HEDDLE_TRY(checkEvent(event));
  return addNode(out, graph, dependencies, count, EventRecordNode{event});
}

CUresult cuGraphAddEventWaitNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                 size_t count, CUevent event) {
  HEDDLE_TRY(checkEvent(event));
  return addNode(out, graph, dependencies, count, EventWaitNode{event});
}

CUresult cuGraphAddMemAllocNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeAllocationNode(*given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphAddMemFreeNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  if (!Driver::instance().memory().find(reinterpret_cast<void*>(pointer)))
    return CUDA_ERROR_INVALID_VALUE;
  return addNode(out, graph, dependencies, count, FreeNode{pointer});
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                                  size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS* given) {
  NodeParameters parameters;
  HEDDLE_TRY(makeMemoryOperationsNode(given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

// What nodes do, asked and changed

CUresult cuGraphKernelNodeGetParams(CUgraphNode handle, CUDA_KERNEL_NODE_PARAMS* out) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  auto& launch = std::get<KernelLaunch>(node->parameters);
  Function* function;
  HEDDLE_TRY(findFunction(launch.function, function));
  node->parameterPointers.clear();
  for (const auto& parameter : function->info().parameters)
    node->parameterPointers.push_back(launch.parameters.data() + parameter.offset);
  *out = {};
  const bool isKernel = tables().kernels.find(launch.function) != nullptr;
  out->func = isKernel ? nullptr : launch.function;
  out->kern = isKernel ? reinterpret_cast<CUkernel>(launch.function) : nullptr;
  out->gridDimX = launch.dimensions.gridDim[0];
  out->gridDimY = launch.dimensions.gridDim[1];
  out->gridDimZ = launch.dimensions.gridDim[2];
  out->blockDimX = launch.dimensions.blockDim[0];
  out->blockDimY = launch.dimensions.blockDim[1];
  out->blockDimZ = launch.dimensions.blockDim[2];
  out->sharedMemBytes = launch.dimensions.dynamicSharedBytes;
  out->kernelParams = node->parameterPointers.data();
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode handle, const CUDA_KERNEL_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  return given ? makeKernelNode(*given, node->parameters) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue* value) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  *value = node->attributes[attribute];
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue* value) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  node->attributes[attribute] = *value;
  if (attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
    std::get<KernelLaunch>(node->parameters).cooperative = value->cooperative != 0;
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode destination, CUgraphNode source) {
  GraphNode *to, *from;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(destination, to));
  HEDDLE_TRY(findNodeOf<KernelLaunch>(source, from));
  to->attributes = from->attributes;
  return CUDA_SUCCESS;
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

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode handle, CUevent* out) {
  return readNode<EventRecordNode>(handle, out, &EventRecordNode::event);
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode handle, CUevent event) {
  return setEvent<EventRecordNode>(handle, event);
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode handle, CUevent* out) {
  return readNode<EventWaitNode>(handle, out, &EventWaitNode::event);
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode handle, CUevent event) {
  return setEvent<EventWaitNode>(handle, event);
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode handle, CUDA_MEM_ALLOC_NODE_PARAMS* out) {
  return readNode<AllocationNode>(handle, out, &AllocationNode::description);
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode handle, CUdeviceptr* out) {
  return readNode<FreeNode>(handle, out, &FreeNode::pointer);
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
