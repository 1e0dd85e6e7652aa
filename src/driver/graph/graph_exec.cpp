#include "driver/graph/graph_exec.h"

#include "driver/core/handle_tables.h"
#include "driver/graph/graph_launch.h"
#include "driver/graph/stream_capture.h"
#include "driver/module/function.h"
#include "exec/engine.h"
#include "exec/simple_tasks.h"

#include <algorithm>
#include <thread>
#include <unordered_map>

namespace heddle::driver {

namespace {

// A change of a kernel node must not replace a kernel that launches no grids by one that does.
bool beginsToLaunch(const NodeParameters& before, const NodeParameters& after) {
  const auto launches = [](const NodeParameters& parameters) {
    const auto* launch = std::get_if<KernelLaunch>(&parameters);
    Function* function = nullptr;
    return launch && findFunction(launch->function, function) == CUDA_SUCCESS &&
           function->info().launchesGrids;
  };
  return launches(after) && !launches(before);
}

// Whether a kernel node would get a kernel of another context. A CUkernel belongs to none.
bool changesContext(const NodeParameters& before, const NodeParameters& after) {
  const auto* from = std::get_if<KernelLaunch>(&before);
  const auto* to = std::get_if<KernelLaunch>(&after);
  const Context* const present = from ? contextOf(from->function) : nullptr;
  const Context* const next = to ? contextOf(to->function) : nullptr;
  return present && next && present != next;
}

bool isForbiddenFunctionChange(const NodeParameters& before, const NodeParameters& after) {
  return beginsToLaunch(before, after) || changesContext(before, after);
}

// Whether a side of a copy may change from one memory type to another. Unified memory may turn out
// to be of either type.
bool memoryTypeMayChange(CUmemorytype before, CUmemorytype after) {
  return before == after || (before == CU_MEMORYTYPE_UNIFIED && after != CU_MEMORYTYPE_ARRAY);
}

// The copy keeps the memory types of both sides, and a copy of one row stays one.
bool mayChange(const CopyNode& before, const CopyNode& after) {
  const auto isOneRow = [](const CopyNode& node) {
    return node.description.Height <= 1 && node.description.Depth <= 1;
  };
  const CUDA_MEMCPY3D &from = before.description, &to = after.description;
  return memoryTypeMayChange(from.srcMemoryType, to.srcMemoryType) &&
         memoryTypeMayChange(from.dstMemoryType, to.dstMemoryType) &&
         isOneRow(before) == isOneRow(after);
}

// A fill of one row stays one. Of a fill of several rows only the address and the value may change.
bool mayChange(const FillNode& before, const FillNode& after) {
  const CUDA_MEMSET_NODE_PARAMS &from = before.description, &to = after.description;
  if (from.height <= 1 && to.height <= 1)
    return true;
  return from.width == to.width && from.height == to.height && from.pitch == to.pitch &&
         from.elementSize == to.elementSize;
}

// Whether a node of an instantiated graph may get other parameters of the same kind. It keeps the
// resources that it was instantiated with, so its copy or fill must fit these.
bool mayChange(const NodeParameters& before, const NodeParameters& after) {
  if (const auto* copy = std::get_if<CopyNode>(&before))
    return mayChange(*copy, std::get<CopyNode>(after));
  if (const auto* fill = std::get_if<FillNode>(&before))
    return mayChange(*fill, std::get<FillNode>(after));
  if (const auto* signal = std::get_if<SemaphoreSignalNode>(&before))
    return signal->semaphores.size() == std::get<SemaphoreSignalNode>(after).semaphores.size();
  if (const auto* wait = std::get_if<SemaphoreWaitNode>(&before))
    return wait->semaphores.size() == std::get<SemaphoreWaitNode>(after).semaphores.size();
  return true;
}

// Assigns a node of an instantiated graph new parameters if it may get them.
CUresult change(GraphNode& node, NodeParameters changed) {
  if (!mayChange(node.parameters, changed))
    return CUDA_ERROR_INVALID_VALUE;
  node.parameters = std::move(changed);
  return CUDA_SUCCESS;
}

// The end of a launch. Until then it keeps the nodes, the memory and the user objects of the graph
// alive, since the program may destroy the instantiated graph meanwhile.
class LaunchEndTask : public exec::MarkerTask {
public:
  LaunchEndTask(exec::ExecutionContext& execution, std::shared_ptr<const Graph> graph,
                std::shared_ptr<GraphEnvironment> environment)
      : MarkerTask(execution), graph_(std::move(graph)), environment_(std::move(environment)) {
    environment_->setEnd(*this);
  }

protected:
  // A thread of its own destroys the graph if this was the last launch of a destroyed one: the
  // program's functions that destroy user objects may block and must not hold up a worker.
  bool complete() override {
    if (!execution().faulted() && environment_->startTailLaunch(*this))
      return false;
    const bool isLast = graph_.use_count() == 1;
    try {
      if (isLast)
        std::thread([graph = std::move(graph_)] {}).detach();
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): see below
      // The system has no thread or memory left, and the lambda has destroyed the graph here.
    }
    graph_.reset();
    return true;
  }

private:
  std::shared_ptr<const Graph> graph_;
  const std::shared_ptr<GraphEnvironment> environment_;
};

bool acyclic(const Graph& graph, std::vector<GraphNode*>& order) {
  order = graph.sorted();
  if (order.empty() && !graph.nodes().empty())
    return false;
  std::vector<GraphNode*> ignored;
  for (const GraphNode* node : order)
    for (const auto& inner : node->graphs())
      if (!acyclic(*inner, ignored))
        return false;
  return true;
}

CUresult findExec(CUgraphExec handle, GraphExec*& exec) {
  HEDDLE_TRY(Driver::instance().state());
  exec = Driver::instance().tables().graphExecs.find(handle);
  return exec ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// CUDA lets a program disable only kernel, copy and fill nodes.
bool canBeDisabled(const GraphNode& node) {
  return std::holds_alternative<KernelLaunch>(node.parameters) ||
         std::holds_alternative<LibraryWorkNode>(node.parameters) ||
         std::holds_alternative<CopyNode>(node.parameters) ||
         std::holds_alternative<FillNode>(node.parameters);
}

// The node of an instantiated graph that is a copy of `nodeHandle` and has parameters of this kind.
template <typename Parameters>
CUresult findExecNode(CUgraphExec handle, CUgraphNode nodeHandle, GraphNode*& node) {
  GraphExec* exec;
  GraphNode* original;
  HEDDLE_TRY(findExec(handle, exec));
  HEDDLE_TRY(findNode(nodeHandle, original));
  node = exec->nodeFor(*original);
  return node && std::holds_alternative<Parameters>(node->parameters) ? CUDA_SUCCESS
                                                                      : CUDA_ERROR_INVALID_VALUE;
}

// The first difference between two graphs that forbids to update one from the other, if any.
struct UpdateObstacle {
  CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_SUCCESS;
  GraphNode* node = nullptr; // of the graph to update from
};

// Nodes correspond by the order in which they were added.
UpdateObstacle findUpdateObstacle(const Graph& present, const Graph& next);

// The same for two nodes of the same kind, apart from their edges.
UpdateObstacle findUpdateObstacle(const GraphNode& present, GraphNode& next) {
  if (isForbiddenFunctionChange(present.parameters, next.parameters))
    return {CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE, &next};
  if (!mayChange(present.parameters, next.parameters))
    return {CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, &next};
  const auto* child = std::get_if<ChildGraphNode>(&present.parameters);
  return child ? findUpdateObstacle(*child->graph, *std::get<ChildGraphNode>(next.parameters).graph)
               : UpdateObstacle{};
}

UpdateObstacle findUpdateObstacle(const Graph& present, const Graph& next) {
  const auto& before = present.nodes();
  const auto& after = next.nodes();
  if (before.size() != after.size())
    return {CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED};
  std::unordered_map<const GraphNode*, const GraphNode*> counterparts;
  for (std::size_t index = 0; index < before.size(); ++index)
    counterparts[after[index]] = before[index];
  for (GraphNode* node : after) {
    const GraphNode& counterpart = *counterparts[node];
    if (node->type() != counterpart.type())
      return {CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, node};
    if (const UpdateObstacle found = findUpdateObstacle(counterpart, *node);
        found.result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
      return found;
    const bool sameEdges =
        std::ranges::equal(node->dependencies, counterpart.dependencies, {},
                           [&](const GraphNode* dependency) { return counterparts[dependency]; });
    if (!sameEdges)
      return {CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, node};
  }
  return {};
}

} // namespace

void GraphExec::addConditions(const Graph& graph) {
  for (const auto& condition : graph.conditions()->own)
    conditions_->add(condition->handle, condition->defaultValue);
  for (const GraphNode* node : graph.nodes())
    for (const auto& inner : node->graphs())
      addConditions(*inner);
}

void GraphExec::upload() {
  std::lock_guard lock(mutex_);
  if (!memory_)
    memory_.emplace(*graph_);
}

CUresult GraphExec::launch(const StreamTarget& target) {
  upload();
  Context& context = *target.context;
  std::unique_lock lock(mutex_);
  // What kernels launch beside the graph belongs to the whole, but not to the graph.
  auto whole = exec::TaskRef::adopt(new exec::MarkerTask(context.execution()));
  auto environment = std::make_shared<GraphEnvironment>(context, handle(), *whole, nullptr);
  GraphLaunch launch(context, conditions_, environment);
  auto begin = launch.beginning();
  auto end =
      exec::TaskRef::adopt(new LaunchEndTask(context.execution(), graph_, std::move(environment)));
  HEDDLE_TRY(launch.add(order_, *begin, *end));
  whole->afterUnsubmitted(*end);
  context.execution().printfBuffer().flush();
  if (last_ && !last_->done())
    begin->after(*last_);
  target.stream->submitSpan(begin, whole, [&] {
    launch.submit();
    last_ = whole;
    // If the graph has run already, it ends within submit(), and its tail launches lock the mutex.
    lock.unlock();
    exec::Engine::instance().submit(*end);
  });
  if (!launch.mustWait())
    return CUDA_SUCCESS;
  whole->wait(context.spins());
  context.execution().printfBuffer().flush();
  return context.health();
}

CUresult GraphExec::launchFromDevice(Context& context, exec::Task& around,
                                     std::shared_ptr<GraphEnvironment> tailOf,
                                     const std::function<void(exec::Task& end)>& connect) {
  std::lock_guard lock(mutex_);
  auto environment =
      std::make_shared<GraphEnvironment>(context, handle(), around, std::move(tailOf));
  GraphLaunch launch(context, conditions_, environment);
  exec::ExecutionContext& execution = context.execution();
  const auto begin = exec::TaskRef::adopt(new exec::WorkerFunctionTask(
      execution, [conditions = conditions_] { conditions->assignDefaults(); }));
  const auto end =
      exec::TaskRef::adopt(new LaunchEndTask(execution, graph_, std::move(environment)));
  HEDDLE_TRY(launch.add(order_, *begin, *end));
  connect(*end);
  // The first task comes last, so that nothing of the graph ends inside of this function: the end
  // of a graph that launches itself would come back here until the stack overflows.
  launch.submit();
  exec::Engine::instance().submit(*end);
  exec::Engine::instance().submit(*begin);
  return CUDA_SUCCESS;
}

CUresult GraphExec::update(const Graph& graph, CUgraphExecUpdateResultInfo& info) {
  const UpdateObstacle obstacle = findUpdateObstacle(*graph_, graph);
  info = {obstacle.result, toHandle(obstacle.node), nullptr};
  if (obstacle.result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  const auto& mine = graph_->nodes();
  const auto& theirs = graph.nodes();
  std::lock_guard lock(mutex_);
  for (std::size_t index = 0; index < mine.size(); ++index) {
    NodeParameters parameters = theirs[index]->parameters;
    if (!copyInnerGraphs(parameters))
      return CUDA_ERROR_OUT_OF_MEMORY;
    mine[index]->parameters = std::move(parameters);
    mine[index]->attributes = theirs[index]->attributes;
    mine[index]->original = theirs[index];
  }
  addConditions(graph);
  return CUDA_SUCCESS;
}

namespace {

// Checks that device code can launch the graph, and compiles its kernels: the stack of the kernel
// that launches it is too small for the compiler.
CUresult prepareForDevice(const Graph& graph, cuuint64_t flags, CUgraphInstantiateResult& result,
                          GraphNode*& errorNode) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (graph.nodes().empty() || (flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH))
    return CUDA_ERROR_INVALID_VALUE;
  errorNode = findNodeOfHost(graph);
  if (errorNode) {
    result = CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
    return CUDA_ERROR_INVALID_VALUE;
  }
  return GraphLaunch(*context, std::make_shared<exec::GraphConditions>(), nullptr).prepare(graph);
}

bool hasDeviceNodes(const Graph& graph) {
  return std::ranges::any_of(graph.nodes(), [](const GraphNode* node) {
    return node->deviceNode || std::ranges::any_of(node->graphs(), [](const auto& inner) {
             return hasDeviceNodes(*inner);
           });
  });
}

// Makes the nodes of a new instantiated graph those that device code changes. False when there is
// another instantiated graph with them.
bool instantiateDeviceNodes(const Graph& graph) {
  for (GraphNode* node : graph.nodes()) {
    if (node->deviceNode) {
      if (!node->deviceNode->instantiate(std::get<KernelLaunch>(node->parameters), node->enabled))
        return false;
      node->isDeviceInstance = true;
    }
    for (const auto& inner : node->graphs())
      if (!instantiateDeviceNodes(*inner))
        return false;
  }
  return true;
}

} // namespace

CUresult instantiate(const Graph& graph, cuuint64_t flags, CUgraphExec* out,
                     CUgraphInstantiateResult& result, GraphNode*& errorNode) {
  errorNode = nullptr;
  constexpr cuuint64_t known =
      CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
      CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
  result = CUDA_GRAPH_INSTANTIATE_ERROR;
  if (!out || (flags & ~known))
    return CUDA_ERROR_INVALID_VALUE;
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
    HEDDLE_TRY(prepareForDevice(graph, flags, result, errorNode));
  std::unique_ptr<Graph> copy = graph.clone();
  if (!copy)
    return CUDA_ERROR_OUT_OF_MEMORY;
  std::vector<GraphNode*> order;
  if (!acyclic(*copy, order)) {
    result = CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (!instantiateDeviceNodes(*copy))
    return CUDA_ERROR_NOT_SUPPORTED;
  GraphExec* made =
      Driver::instance().tables().graphExecs.create(std::move(copy), std::move(order), flags);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUgraphExec>(made);
  result = CUDA_GRAPH_INSTANTIATE_SUCCESS;
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuGraphInstantiate(CUgraphExec* out, CUgraph handle, unsigned long long flags) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  // The upload needs a stream, which only cuGraphInstantiateWithParams takes.
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD)
    return CUDA_ERROR_INVALID_VALUE;
  CUgraphInstantiateResult ignored;
  GraphNode* ignoredNode;
  return instantiate(*graph, flags, out, ignored, ignoredNode);
}

CUresult cuGraphInstantiateWithParams(CUgraphExec* out, CUgraph handle,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS* parameters) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  if (!parameters)
    return CUDA_ERROR_INVALID_VALUE;
  GraphNode* errorNode;
  const CUresult result =
      instantiate(*graph, parameters->flags, out, parameters->result_out, errorNode);
  parameters->hErrNode_out = toHandle(errorNode);
  return result;
}

CUresult cuGraphExecDestroy(CUgraphExec handle) {
  GraphExec* exec;
  HEDDLE_TRY(findExec(handle, exec));
  Driver::instance().tables().graphExecs.destroy(exec);
  return CUDA_SUCCESS;
}

CUresult cuGraphExecGetFlags(CUgraphExec handle, cuuint64_t* flags) {
  GraphExec* exec;
  HEDDLE_TRY(findExec(handle, exec));
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  // A GPU's driver gives back only the flags that change what a launch does.
  *flags = exec->flags() & ~cuuint64_t(CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
                                       CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY);
  return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream stream) {
  GraphExec* exec;
  HEDDLE_TRY(findExec(handle, exec));
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  if (capturing(target))
    return captureNode(target, ChildGraphNode{exec->graph().clone()});
  return exec->launch(target);
}

CUresult cuGraphUpload(CUgraphExec handle, CUstream stream) {
  GraphExec* exec;
  HEDDLE_TRY(findExec(handle, exec));
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  exec->upload();
  return CUDA_SUCCESS;
}

CUresult cuGraphExecUpdate(CUgraphExec handle, CUgraph graphHandle,
                           CUgraphExecUpdateResultInfo* info) {
  GraphExec* exec;
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findExec(handle, exec));
  HEDDLE_TRY(findGraph(graphHandle, graph));
  // Device code may have changed its nodes.
  if (hasDeviceNodes(exec->graph()) || hasDeviceNodes(*graph))
    return CUDA_ERROR_NOT_SUPPORTED;
  CUgraphExecUpdateResultInfo found;
  const CUresult result = exec->update(*graph, found);
  if (info)
    *info = found;
  return result;
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                        const CUDA_KERNEL_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<KernelLaunch>(exec, handle, node));
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters changed = node->parameters;
  HEDDLE_TRY(makeKernelNode(*given, changed));
  if (isForbiddenFunctionChange(node->parameters, changed))
    return CUDA_ERROR_INVALID_VALUE;
  if (node->deviceNode)
    node->deviceNode->setLaunch(std::get<KernelLaunch>(changed));
  node->parameters = std::move(changed);
  return CUDA_SUCCESS;
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                        const CUDA_MEMCPY3D* given, CUcontext context) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<CopyNode>(exec, handle, node));
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters changed;
  HEDDLE_TRY(makeCopyNode(*given, context, changed));
  return change(*node, std::move(changed));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                        const CUDA_MEMSET_NODE_PARAMS* given, CUcontext context) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<FillNode>(exec, handle, node));
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters changed;
  HEDDLE_TRY(makeFillNode(*given, context, changed));
  return change(*node, std::move(changed));
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                      const CUDA_HOST_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<HostNode>(exec, handle, node));
  if (!given || !given->fn)
    return CUDA_ERROR_INVALID_VALUE;
  node->parameters = HostNode{given->fn, given->userData};
  return CUDA_SUCCESS;
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec handle, CUgraphNode originalHandle,
                                            CUgraph child) {
  GraphNode* node;
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findExecNode<ChildGraphNode>(handle, originalHandle, node));
  HEDDLE_TRY(findGraph(child, graph));
  GraphExec* exec;
  HEDDLE_TRY(findExec(handle, exec));
  const Graph& present = *std::get<ChildGraphNode>(node->parameters).graph;
  if (findUpdateObstacle(present, *graph).result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  exec->addConditions(*graph);
  node->parameters = ChildGraphNode{graph->clone()};
  return CUDA_SUCCESS;
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode handle, CUevent event) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<EventRecordNode>(exec, handle, node));
  if (!Driver::instance().tables().events.find(event))
    return CUDA_ERROR_INVALID_HANDLE;
  node->parameters = EventRecordNode{event};
  return CUDA_SUCCESS;
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode handle, CUevent event) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<EventWaitNode>(exec, handle, node));
  if (!Driver::instance().tables().events.find(event))
    return CUDA_ERROR_INVALID_HANDLE;
  node->parameters = EventWaitNode{event};
  return CUDA_SUCCESS;
}

CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<MemoryOperationsNode>(exec, handle, node));
  return makeMemoryOperationsNode(given, node->parameters);
}

CUresult
cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                                 const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<SemaphoreSignalNode>(exec, handle, node));
  NodeParameters changed;
  HEDDLE_TRY(makeSignalNode(given, changed));
  return change(*node, std::move(changed));
}

CUresult
cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec exec, CUgraphNode handle,
                                               const CUDA_EXT_SEM_WAIT_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findExecNode<SemaphoreWaitNode>(exec, handle, node));
  NodeParameters changed;
  HEDDLE_TRY(makeWaitNode(given, changed));
  return change(*node, std::move(changed));
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int enabled) {
  GraphExec* found;
  GraphNode* original;
  HEDDLE_TRY(findExec(exec, found));
  HEDDLE_TRY(findNode(handle, original));
  GraphNode* node = found->nodeFor(*original);
  if (!node || !canBeDisabled(*node))
    return CUDA_ERROR_INVALID_VALUE;
  if (node->deviceNode)
    node->deviceNode->setEnabled(enabled != 0);
  node->enabled = enabled != 0;
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int* enabled) {
  GraphExec* found;
  GraphNode* original;
  HEDDLE_TRY(findExec(exec, found));
  HEDDLE_TRY(findNode(handle, original));
  GraphNode* node = found->nodeFor(*original);
  if (!node || !enabled)
    return CUDA_ERROR_INVALID_VALUE;
  *enabled = node->enabled;
  return CUDA_SUCCESS;
}
