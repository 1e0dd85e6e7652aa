// Makes the tasks of one launch of a graph, and submits them.
#pragma once

#include "driver/context/context.h"
#include "driver/graph/graph.h"
#include "driver/graph/graph_memory.h"
#include "exec/graph_conditions.h"
#include "exec/graph_environment.h"

#include <vector>

namespace heddle::driver {

class GraphLaunch {
public:
  // The tasks of the bodies of conditional nodes are made while the launch runs. The bodies are
  // copied when it begins, since the program may change them meanwhile. Bodies inside of a copy are
  // shared.
  enum class Bodies { Copied, Shared };
  // `environment` is what kernels of the graph launch graphs into; null where none runs.
  GraphLaunch(Context& context, std::shared_ptr<exec::GraphConditions> conditions,
              std::shared_ptr<exec::GraphEnvironment> environment, Bodies bodies = Bodies::Copied)
      : context_(context), conditions_(std::move(conditions)), environment_(std::move(environment)),
        bodies_(bodies) {}

  // The first task of a launch, which assigns the conditions their defaults.
  exec::TaskRef beginning();
  // Makes tasks for the nodes, after `begin` and before `end`. A child graph gets two tasks more,
  // which it begins and ends with.
  CUresult add(const std::vector<GraphNode*>& order, exec::Task& begin, exec::Task& end);
  // Submits the tasks. Only now do tasks and events outside of the launch get to know them, so that
  // a launch that fails before leaves nobody waiting for a task that never runs.
  void submit();
  // Checks that the tasks of a graph can be made later, and compiles its kernels. The worker that
  // makes these tasks may not have the stack that the compiler needs.
  CUresult prepare(const Graph& graph);
  // Whether the launch has to wait for its end. With a GPU the host makes copies to pageable
  // memory, and the launch returns when they are done.
  bool mustWait() const { return mustWait_; }

private:
  exec::TaskRef addTask(exec::TaskRef task);
  exec::TaskRef addMarker();
  CUresult makeTasks(GraphNode& node, exec::TaskRef& first, exec::TaskRef& last);

  CUresult makeTask(GraphNode& node, const KernelLaunch& launch, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const LibraryWorkNode& library, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const CopyNode& copy, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const FillNode& fill, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const HostNode& host, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const EventRecordNode& record, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const EventWaitNode& wait, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const MemoryOperationsNode& operations, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const SemaphoreSignalNode& signal, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const SemaphoreWaitNode& wait, exec::TaskRef& task);
  CUresult makeTask(GraphNode& node, const ConditionalNode& conditional, exec::TaskRef& task);
  // The memory of these nodes lives as long as the graph, so there is nothing to run.
  CUresult makeTask(GraphNode&, const AllocationNode& allocation, exec::TaskRef&) {
    allocateGraphMemory(allocation.memory->pointer);
    return CUDA_SUCCESS;
  }
  CUresult makeTask(GraphNode&, const FreeNode& node, exec::TaskRef&) {
    CUresult ignored;
    freeGraphMemory(reinterpret_cast<const void*>(node.pointer), ignored);
    return CUDA_SUCCESS;
  }
  CUresult makeTask(GraphNode&, const EmptyNode&, exec::TaskRef&) { return CUDA_SUCCESS; }
  CUresult makeTask(GraphNode&, const ChildGraphNode&, exec::TaskRef&) { return CUDA_SUCCESS; }

  Context& context_;
  const std::shared_ptr<exec::GraphConditions> conditions_;
  const std::shared_ptr<exec::GraphEnvironment> environment_;
  const Bodies bodies_;
  std::vector<exec::TaskRef> tasks_;
  struct EventWait {
    exec::TaskRef task;     // of the node that waits
    exec::TaskRef recorded; // what the event was recorded behind, outside of this launch
  };
  std::vector<EventWait> eventWaits_;
  struct EventRecord {
    CUevent event;
    exec::TaskRef task; // of the node that records it
  };
  std::vector<EventRecord> eventRecords_;
  bool mustWait_ = false;
};

} // namespace heddle::driver
