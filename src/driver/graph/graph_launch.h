// The tasks of one launch of a graph, before they are handed over.
#pragma once

#include "driver/context/context.h"
#include "driver/graph/graph.h"
#include "driver/graph/graph_memory.h"
#include "exec/graph_conditions.h"

#include <vector>

namespace heddle::driver {

class GraphLaunch {
public:
  // Bodies of conditional nodes are looked at again while the launch runs. They are copied first,
  // since the program may change them meanwhile, unless the graph is such a copy.
  enum class Bodies { Copied, Shared };
  GraphLaunch(Context& context, std::shared_ptr<exec::GraphConditions> conditions,
              Bodies bodies = Bodies::Copied)
      : context_(context), conditions_(std::move(conditions)), bodies_(bodies) {}

  // The first task of a launch, which assigns the conditions their defaults.
  exec::TaskRef beginning();
  // Adds the nodes of a graph between two tasks; a child graph stands between two of its own.
  CUresult add(const std::vector<GraphNode*>& order, exec::Task& begin, exec::Task& end);
  void submit();
  // A GPU's driver makes copies towards memory that only the program knows itself, and the launch
  // returns when they are done.
  bool waits() const { return waits_; }

private:
  exec::TaskRef keep(exec::TaskRef task);
  exec::TaskRef marker();
  CUresult makeTasks(GraphNode& node, exec::TaskRef& first, exec::TaskRef& last);
  // What cannot run is found before the launch; kernels are compiled then, by a thread with the
  // stack that the compiler needs.
  CUresult prepare(const Graph& body);

  CUresult make(GraphNode& node, const KernelLaunch& launch, exec::TaskRef& task);
  CUresult make(GraphNode& node, const CopyNode& copy, exec::TaskRef& task);
  CUresult make(GraphNode& node, const FillNode& fill, exec::TaskRef& task);
  CUresult make(GraphNode& node, const HostNode& host, exec::TaskRef& task);
  CUresult make(GraphNode& node, const EventRecordNode& record, exec::TaskRef& task);
  CUresult make(GraphNode& node, const EventWaitNode& wait, exec::TaskRef& task);
  CUresult make(GraphNode& node, const MemoryOperationsNode& operations, exec::TaskRef& task);
  CUresult make(GraphNode& node, const ConditionalNode& conditional, exec::TaskRef& task);
  // Their memory is there as long as the graph is.
  CUresult make(GraphNode&, const AllocationNode& allocation, exec::TaskRef&) {
    allocateGraphMemory(allocation.memory->pointer);
    return CUDA_SUCCESS;
  }
  CUresult make(GraphNode&, const FreeNode& node, exec::TaskRef&) {
    CUresult ignored;
    freeGraphMemory(reinterpret_cast<const void*>(node.pointer), ignored);
    return CUDA_SUCCESS;
  }
  CUresult make(GraphNode&, const EmptyNode&, exec::TaskRef&) { return CUDA_SUCCESS; }
  CUresult make(GraphNode&, const ChildGraphNode&, exec::TaskRef&) { return CUDA_SUCCESS; }

  Context& context_;
  const std::shared_ptr<exec::GraphConditions> conditions_;
  const Bodies bodies_;
  std::vector<exec::TaskRef> tasks_;
  bool waits_ = false;
};

} // namespace heddle::driver
