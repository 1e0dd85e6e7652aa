#include "driver/graph/graph_launch.h"

#include "driver/core/handle_tables.h"
#include "driver/launch/launch.h"
#include "driver/launch/library_work.h"
#include "driver/memory/copy.h"
#include "driver/stream/stream_memory_operations.h"
#include "exec/engine.h"
#include "exec/simple_tasks.h"

#include <algorithm>
#include <unordered_map>

namespace heddle::driver {

namespace {

void submitTask(exec::Task& task) {
  exec::Engine::instance().submit(task);
}

// Assigns the conditions of a graph their defaults when a launch begins.
class DefaultsTask : public exec::MarkerTask {
public:
  DefaultsTask(exec::ExecutionContext& execution, std::shared_ptr<exec::GraphConditions> conditions)
      : MarkerTask(execution), conditions_(std::move(conditions)) {}

protected:
  bool complete() override {
    conditions_->assignDefaults();
    return true;
  }

private:
  const std::shared_ptr<exec::GraphConditions> conditions_;
};

// A conditional node. When all that it depends on is done, and again after each round of a WHILE
// loop, it reads its condition and starts the body that the value stands for.
class ConditionalTask : public exec::MarkerTask {
public:
  ConditionalTask(Context& context, ConditionalNode node,
                  std::shared_ptr<exec::GraphConditions> conditions,
                  std::shared_ptr<exec::GraphEnvironment> environment)
      : MarkerTask(context.execution()), context_(context), node_(std::move(node)),
        conditions_(std::move(conditions)), environment_(std::move(environment)) {}

protected:
  bool complete() override {
    if (execution().faulted() || (started_ && node_.type != CU_GRAPH_COND_TYPE_WHILE))
      return true;
    started_ = true;
    const Graph* body = node_.bodyFor(conditions_->value(node_.condition->handle));
    if (!body)
      return true;
    // The body begins with a task for a worker. Without it, a loop with an empty body would call
    // this function from within itself until the stack overflows.
    const auto begin = exec::TaskRef::adopt(new exec::WorkerFunctionTask(execution(), [] {}));
    const auto end = exec::TaskRef::adopt(new exec::MarkerTask(execution()));
    GraphLaunch launch(context_, conditions_, environment_, GraphLaunch::Bodies::Shared);
    // GraphLaunch::prepare() has made these tasks once, so this fails only if an object that the
    // body uses has been destroyed since.
    if (launch.add(body->sorted(), *begin, *end) != CUDA_SUCCESS) {
      execution().raiseFault(exec::Fault::LaunchFailed, [] {});
      return true;
    }
    adopt(*end);
    submitTask(*begin);
    launch.submit();
    submitTask(*end); // may call complete() again before it returns
    return false;
  }

private:
  Context& context_;
  const ConditionalNode node_;
  const std::shared_ptr<exec::GraphConditions> conditions_;
  const std::shared_ptr<exec::GraphEnvironment> environment_;
  bool started_ = false;
};

// A kernel node that device code can change. Its grid is made when all that it depends on is done,
// since a kernel before it in the same launch may change it.
class UpdatableKernelTask : public exec::MarkerTask {
public:
  using MakeGrid = std::function<CUresult(const KernelLaunch&, exec::TaskRef&)>;

  UpdatableKernelTask(exec::ExecutionContext& execution, std::shared_ptr<DeviceNode> node,
                      MakeGrid makeGrid)
      : MarkerTask(execution), node_(std::move(node)), makeGrid_(std::move(makeGrid)) {}

protected:
  bool complete() override {
    KernelLaunch launch;
    if (started_ || execution().faulted() || !node_->present(launch))
      return true;
    started_ = true;
    exec::TaskRef grid;
    if (makeGrid_(launch, grid) != CUDA_SUCCESS) {
      execution().raiseFault(exec::Fault::LaunchFailed, [] {});
      return true;
    }
    adopt(*grid);
    submitTask(*grid);
    return false;
  }

private:
  const std::shared_ptr<DeviceNode> node_;
  const MakeGrid makeGrid_;
  bool started_ = false;
};

Context* contextFor(CUcontext handle, GraphNode& node) {
  return handle ? Context::find(handle) : node.context;
}

// Whether the node is a kernel whose code sets conditions, or has one inside.
bool maySetConditions(const GraphNode& node) {
  if (const auto* kernel = std::get_if<KernelLaunch>(&node.parameters))
    return kernel->setsConditions;
  return std::ranges::any_of(node.graphs(), [](const std::shared_ptr<Graph>& inner) {
    return std::ranges::any_of(inner->nodes(),
                               [](const GraphNode* each) { return maySetConditions(*each); });
  });
}

} // namespace

exec::TaskRef GraphLaunch::beginning() {
  exec::ExecutionContext& execution = context_.execution();
  return exec::TaskRef::adopt(conditions_->empty() ? new exec::MarkerTask(execution)
                                                   : new DefaultsTask(execution, conditions_));
}

CUresult GraphLaunch::add(const std::vector<GraphNode*>& order, exec::Task& begin,
                          exec::Task& end) {
  std::unordered_map<const GraphNode*, exec::Task*> ends;
  for (GraphNode* node : order) {
    exec::TaskRef first, last;
    HEDDLE_TRY(makeTasks(*node, first, last));
    if (node->dependencies.empty())
      first->afterUnsubmitted(begin);
    for (const GraphNode* before : node->dependencies)
      first->afterUnsubmitted(*ends.at(before));
    // A GPU starts the nodes in this order, and programs rely on it: they have no edge from the
    // kernel that sets a condition to the conditional node that reads it (graphConditionalNodes of
    // cuda-samples). Which condition a kernel sets is known only when it runs.
    if (std::holds_alternative<ConditionalNode>(node->parameters))
      for (const auto& [before, task] : ends)
        if (maySetConditions(*before))
          first->afterUnsubmitted(*task);
    if (node->dependents.empty())
      end.afterUnsubmitted(*last);
    ends[node] = last.get();
  }
  if (order.empty())
    end.afterUnsubmitted(begin);
  return CUDA_SUCCESS;
}

void GraphLaunch::submit() {
  for (const auto& [task, recorded] : eventWaits_)
    task->after(*recorded);
  for (const auto& [handle, task] : eventRecords_)
    if (Event* const event = Driver::instance().tables().events.find(handle))
      event->event().recordTask(task);
  for (const exec::TaskRef& task : tasks_)
    submitTask(*task);
}

exec::TaskRef GraphLaunch::addTask(exec::TaskRef task) {
  tasks_.push_back(task);
  return task;
}

exec::TaskRef GraphLaunch::addMarker() {
  return addTask(exec::TaskRef::adopt(new exec::MarkerTask(context_.execution())));
}

CUresult GraphLaunch::makeTasks(GraphNode& node, exec::TaskRef& first, exec::TaskRef& last) {
  if (const auto* child = std::get_if<ChildGraphNode>(&node.parameters)) {
    first = addMarker();
    last = addMarker();
    return add(child->graph->sorted(), *first, *last);
  }
  exec::TaskRef task;
  if (node.enabled || node.deviceNode)
    HEDDLE_TRY(std::visit([&](auto& parameters) { return makeTask(node, parameters, task); },
                          node.parameters));
  first = last = task ? addTask(std::move(task)) : addMarker();
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::prepare(const Graph& graph) {
  for (GraphNode* node : graph.nodes()) {
    exec::TaskRef task;
    if (const auto* kernel = std::get_if<KernelLaunch>(&node->parameters))
      HEDDLE_TRY(makeTask(*node, *kernel, task));
    else if (const auto* copy = std::get_if<CopyNode>(&node->parameters))
      HEDDLE_TRY(makeTask(*node, *copy, task));
    else if (const auto* fill = std::get_if<FillNode>(&node->parameters))
      HEDDLE_TRY(makeTask(*node, *fill, task));
    for (const auto& inner : node->graphs())
      HEDDLE_TRY(prepare(*inner));
  }
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::makeTask(GraphNode& node, const KernelLaunch& launch, exec::TaskRef& task) {
  const auto makeGrid =
      [&context = node.context ? *node.context : context_, environment = environment_,
       conditions = conditions_](const KernelLaunch& present, exec::TaskRef& made) {
        Context* own = driver::contextOf(present.function);
        HEDDLE_TRY(makeKernelTask(own ? *own : context, present, made));
        made->setWorkers(present.workers);
        auto& grid = static_cast<exec::KernelTask&>(*made);
        grid.setGraphEnvironment(environment);
        // Not only where the kernel sets conditions itself: a grid that it launches may.
        if (!conditions->empty())
          grid.setGraphConditions(conditions);
        return CUDA_SUCCESS;
      };
  // For a node that device code can change, this only checks that its grid can be made, and
  // compiles the kernel: the worker that makes the grid may not have the stack for that.
  HEDDLE_TRY(makeGrid(launch, task));
  if (node.deviceNode)
    task =
        exec::TaskRef::adopt(new UpdatableKernelTask(task->execution(), node.deviceNode, makeGrid));
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::makeTask(GraphNode& node, const LibraryWorkNode& library,
                               exec::TaskRef& task) {
  task = makeLibraryTask(node.context ? *node.context : context_, library.work);
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::makeTask(GraphNode& node, const CopyNode& copy, exec::TaskRef& task) {
  Context* context = contextFor(copy.context, node);
  mustWait_ |= isTowardsPageable(copy.description);
  return context ? makeCopyTask(*context, copy.description, task) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult GraphLaunch::makeTask(GraphNode& node, const FillNode& fill, exec::TaskRef& task) {
  Context* context = contextFor(fill.context, node);
  return context ? makeFillTask(*context, fill.description, task) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult GraphLaunch::makeTask(GraphNode&, const HostNode& host, exec::TaskRef& task) {
  exec::ExecutionContext& execution = context_.execution();
  task = exec::TaskRef::adopt(new exec::HostFunctionTask(execution, [&execution, host] {
    if (!execution.faulted())
      host.function(host.data);
  }));
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::makeTask(GraphNode&, const EventRecordNode& record, exec::TaskRef& task) {
  const Event* const event = Driver::instance().tables().events.find(record.event);
  if (!event || !event->isRecordable())
    return CUDA_ERROR_INVALID_HANDLE;
  task = exec::TaskRef::adopt(new exec::MarkerTask(context_.execution()));
  eventRecords_.push_back({record.event, task});
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::makeTask(GraphNode&, const EventWaitNode& wait, exec::TaskRef& task) {
  Event* event = Driver::instance().tables().events.find(wait.event);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  task = exec::TaskRef::adopt(new exec::MarkerTask(context_.execution()));
  // A node before this one may record the event in this launch.
  const auto own = std::find_if(eventRecords_.rbegin(), eventRecords_.rend(),
                                [&](const EventRecord& each) { return each.event == wait.event; });
  if (own != eventRecords_.rend())
    task->afterUnsubmitted(*own->task);
  else if (exec::TaskRef recorded = event->task())
    eventWaits_.push_back({task, std::move(recorded)});
  return CUDA_SUCCESS;
}

CUresult GraphLaunch::makeTask(GraphNode&, const MemoryOperationsNode& node, exec::TaskRef& task) {
  return makeMemoryOperationsTask(context_, node.operations, task);
}

CUresult GraphLaunch::makeTask(GraphNode&, const SemaphoreSignalNode& node, exec::TaskRef& task) {
  return makeSignalTask(context_, node.semaphores, node.parameters, task);
}

CUresult GraphLaunch::makeTask(GraphNode&, const SemaphoreWaitNode& node, exec::TaskRef& task) {
  return makeWaitTask(context_, node.semaphores, node.parameters, task);
}

CUresult GraphLaunch::makeTask(GraphNode&, const ConditionalNode& node, exec::TaskRef& task) {
  ConditionalNode own = node;
  if (bodies_ == Bodies::Copied)
    for (std::shared_ptr<Graph>& body : own.bodies) {
      body = body->clone();
      if (!body)
        return CUDA_ERROR_OUT_OF_MEMORY;
      HEDDLE_TRY(prepare(*body));
    }
  task = exec::TaskRef::adopt(
      new ConditionalTask(context_, std::move(own), conditions_, environment_));
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
