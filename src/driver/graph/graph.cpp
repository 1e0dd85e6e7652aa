#include "driver/graph/graph.h"

#include "driver/core/handle_tables.h"
#include "driver/graph/stream_capture.h"
#include "driver/graph/user_object.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

namespace heddle::driver {

namespace {

Driver::Tables& tables() {
  return Driver::instance().tables();
}

// Finds the nodes of an array of handles. False when a handle is not a node of this graph, or is
// there twice.
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

// Answers a query for a list of nodes: the number of nodes where the program gives no array, else
// the nodes. An array that is larger than the list is filled up with null.
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

const char* typeName(CUgraphNodeType type) {
  static constexpr const char* names[] = {"kernel", "memcpy", "memset",    "host",       "graph",
                                          "empty",  "wait",   "record",    "signal",     "wait",
                                          "alloc",  "free",   "batch ops", "conditional"};
  return type < std::size(names) ? names[type] : "node";
}

} // namespace

CUgraphNodeType GraphNode::type() const {
  static constexpr CUgraphNodeType types[] = {CU_GRAPH_NODE_TYPE_KERNEL,
                                              CU_GRAPH_NODE_TYPE_MEMCPY,
                                              CU_GRAPH_NODE_TYPE_MEMSET,
                                              CU_GRAPH_NODE_TYPE_HOST,
                                              CU_GRAPH_NODE_TYPE_GRAPH,
                                              CU_GRAPH_NODE_TYPE_EMPTY,
                                              CU_GRAPH_NODE_TYPE_WAIT_EVENT,
                                              CU_GRAPH_NODE_TYPE_EVENT_RECORD,
                                              CU_GRAPH_NODE_TYPE_MEM_ALLOC,
                                              CU_GRAPH_NODE_TYPE_MEM_FREE,
                                              CU_GRAPH_NODE_TYPE_BATCH_MEM_OP,
                                              CU_GRAPH_NODE_TYPE_CONDITIONAL,
                                              CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL,
                                              CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT,
                                              CU_GRAPH_NODE_TYPE_KERNEL};
  static_assert(std::size(types) == std::variant_size_v<NodeParameters>);
  return types[parameters.index()];
}

GraphNode::~GraphNode() {
  if (isDeviceInstance)
    deviceNode->release();
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
  if (GraphHandle* handle = innerHandle_ ? tables().graphs.find(innerHandle_) : nullptr)
    tables().graphs.destroy(handle);
}

GraphNode* Graph::add(NodeParameters parameters, const std::vector<GraphNode*>& dependencies) {
  GraphNode* node = tables().graphNodes.create(*this, Context::current(), std::move(parameters));
  if (!node)
    return nullptr;
  try {
    nodes_.push_back(node);
    for (GraphNode* before : dependencies)
      connect(*before, *node);
  } catch (...) {
    remove(*node);
    throw;
  }
  return node;
}

void Graph::remove(GraphNode& node) {
  for (GraphNode* before : node.dependencies)
    std::erase(before->dependents, &node);
  for (GraphNode* after : node.dependents)
    std::erase(after->dependencies, &node);
  std::erase(nodes_, &node);
  tables().graphNodes.destroy(&node);
}

bool Graph::connect(GraphNode& from, GraphNode& to) {
  if (std::find(to.dependencies.begin(), to.dependencies.end(), &from) != to.dependencies.end())
    return false;
  to.dependencies.push_back(&from);
  try {
    from.dependents.push_back(&to);
  } catch (...) {
    to.dependencies.pop_back();
    throw;
  }
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
  // With room for all nodes, each is the copy's from the moment it is made, whatever fails then.
  copy->nodes_.reserve(nodes_.size());
  std::unordered_map<const GraphNode*, GraphNode*> copies;
  for (const GraphNode* node : nodes_) {
    NodeParameters parameters = node->parameters;
    if (!copyInnerGraphs(parameters))
      return nullptr;
    GraphNode* made = tables().graphNodes.create(*copy, node->context, std::move(parameters));
    if (!made)
      return nullptr;
    copy->nodes_.push_back(made);
    made->attributes = node->attributes;
    made->enabled = node->enabled;
    made->original = node;
    made->deviceNode = node->deviceNode;
    copies[node] = made;
  }
  for (const GraphNode* node : nodes_)
    for (const GraphNode* before : node->dependencies)
      copy->connect(*copies[before], *copies[node]);
  for (const auto& [object, count] : objects_)
    copy->retain(object, count), retainUserObject(object, count);
  *copy->conditions_ = *conditions_;
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
  graph = found ? found->graph.lock() : nullptr;
  return graph ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult findNode(CUgraphNode handle, GraphNode*& node) {
  HEDDLE_TRY(Driver::instance().state());
  node = tables().graphNodes.find(handle);
  return node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUgraph makeHandle(const std::shared_ptr<Graph>& graph, bool owned) {
  return reinterpret_cast<CUgraph>(tables().graphs.createOrThrow(graph, owned));
}

CUgraph innerHandle(const std::shared_ptr<Graph>& graph) {
  if (!graph->innerHandle_)
    graph->innerHandle_ = makeHandle(graph, false);
  return graph->innerHandle_;
}

} // namespace heddle::driver

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
  // The conditional node of a clone would read the condition of another graph's node, and device
  // code could not say which of two nodes it means to change.
  for (const GraphNode* node : graph->nodes())
    if (node->type() == CU_GRAPH_NODE_TYPE_CONDITIONAL || node->deviceNode)
      return CUDA_ERROR_NOT_SUPPORTED;
  const std::shared_ptr<Graph> copy = graph->clone();
  if (!copy)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = makeHandle(copy, true);
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
  size_t targetCount = *count;
  HEDDLE_TRY(listNodes(sources, from, data, count));
  return from ? listNodes(targets, to, nullptr, &targetCount) : CUDA_SUCCESS;
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
  if (node->deviceNode) // kernels may name it
    return CUDA_ERROR_NOT_SUPPORTED;
  if (isBeingCaptured(node->graph))
    return CUDA_ERROR_INVALID_VALUE;
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
