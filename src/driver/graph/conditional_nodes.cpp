// Conditional nodes: their conditions, which device code sets, and the bodies that these choose
// from.
#include "driver/core/handle_tables.h"
#include "driver/graph/graph.h"

#include <algorithm>
#include <atomic>

namespace heddle::driver {

namespace {

bool validSize(CUgraphConditionalNodeType type, unsigned size) {
  switch (type) {
  case CU_GRAPH_COND_TYPE_IF:
    return size == 1 || size == 2;
  case CU_GRAPH_COND_TYPE_WHILE:
    return size == 1;
  case CU_GRAPH_COND_TYPE_SWITCH:
    return size != 0;
  }
  return false;
}

// Makes the handles of the node's bodies, which the program gets when it adds the node.
std::shared_ptr<std::vector<CUgraph>> makeHandles(const ConditionalNode& node) {
  auto handles = std::make_shared<std::vector<CUgraph>>();
  for (const std::shared_ptr<Graph>& body : node.bodies) {
    const CUgraph handle = innerHandle(body);
    if (!handle)
      return nullptr;
    handles->push_back(handle);
  }
  return handles;
}

// The condition with this handle of a graph or of those around it; null if there is none.
std::shared_ptr<Condition> findCondition(const Conditions* conditions,
                                         CUgraphConditionalHandle handle) {
  for (; conditions; conditions = conditions->enclosing.get())
    for (const std::shared_ptr<Condition>& each : conditions->own)
      if (each->handle == handle)
        return each;
  return nullptr;
}

} // namespace

const Graph* ConditionalNode::bodyFor(unsigned value) const {
  const std::size_t index = type == CU_GRAPH_COND_TYPE_SWITCH ? value : value ? 0 : 1;
  return index < bodies.size() ? bodies[index].get() : nullptr;
}

CUgraphConditionalHandle Graph::addCondition(std::optional<unsigned> defaultValue) {
  static std::atomic<CUgraphConditionalHandle> nextHandle{1};
  conditions_->own.push_back(std::make_shared<Condition>(nextHandle.fetch_add(1), defaultValue));
  return conditions_->own.back()->handle;
}

CUresult addConditionalNode(CUgraphNode* out, CUgraph handle, const CUgraphNode* dependencies,
                            std::size_t count, CUDA_CONDITIONAL_NODE_PARAMS& given) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  const std::shared_ptr<Condition> condition =
      findCondition(graph->conditions().get(), given.handle);
  if (!condition || condition->hasNode || !validSize(given.type, given.size))
    return CUDA_ERROR_INVALID_VALUE;
  ConditionalNode node;
  node.condition = condition;
  node.type = given.type;
  for (unsigned index = 0; index < given.size; ++index)
    node.bodies.push_back(std::make_shared<Graph>(graph->conditions()));
  node.handles = makeHandles(node);
  if (!node.handles)
    return CUDA_ERROR_OUT_OF_MEMORY;
  const auto handles = node.handles;
  HEDDLE_TRY(addNode(out, handle, dependencies, count, std::move(node)));
  condition->hasNode = true;
  given.phGraph_out = handles->data();
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* out, CUgraph handle,
                                        CUcontext context, unsigned int defaultValue,
                                        unsigned int flags) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  if (!out || (flags & ~static_cast<unsigned>(CU_GRAPH_COND_ASSIGN_DEFAULT)))
    return CUDA_ERROR_INVALID_VALUE;
  if (context ? !Context::find(context) : !Context::current())
    return CUDA_ERROR_INVALID_CONTEXT;
  *out = graph->addCondition(flags ? std::optional(defaultValue) : std::nullopt);
  return CUDA_SUCCESS;
}
