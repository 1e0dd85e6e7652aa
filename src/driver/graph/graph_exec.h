// CUgraphExec: an instantiated graph, which can be launched many times. It is a copy of the graph,
// so later changes of the graph do not change it, except by cuGraphExecUpdate.
#pragma once

#include "driver/graph/device_graph_launch.h"
#include "driver/graph/graph.h"
#include "driver/graph/graph_memory.h"
#include "driver/stream/stream.h"
#include "exec/graph_conditions.h"

#include <functional>
#include <mutex>
#include <optional>

namespace heddle::driver {

class GraphExec {
public:
  GraphExec(std::shared_ptr<Graph> graph, std::vector<GraphNode*> order, cuuint64_t flags)
      : graph_(std::move(graph)), order_(std::move(order)), flags_(flags) {
    addConditions(*graph_);
  }

  CUgraphExec handle() { return reinterpret_cast<CUgraphExec>(this); }
  cuuint64_t flags() const { return flags_; }
  // The copy of a node of the graph that this was instantiated from; null when there is none.
  GraphNode* nodeFor(const GraphNode& original) const { return graph_->copyOf(original); }
  const Graph& graph() const { return *graph_; }

  // A launch waits for the previous launch of the same instantiated graph.
  CUresult launch(const StreamTarget& target);
  // As a kernel of a graph launches it; GraphEnvironment says what the arguments are. `connect` is
  // called with the last task before the launch begins.
  CUresult launchFromDevice(Context& context, exec::Task& around,
                            std::shared_ptr<GraphEnvironment> tailOf,
                            const std::function<void(exec::Task& end)>& connect);
  // Counts the memory of the graph as used, if that has not been done. The first launch does it
  // too.
  void upload();
  // Replaces the parameters of the nodes by those of a graph with the same nodes and edges.
  CUresult update(const Graph& graph, CUgraphExecUpdateResultInfo& info);
  // Makes the conditions of a graph, and of the graphs inside it, known to this one, whose nodes
  // now read them.
  void addConditions(const Graph& graph);

private:
  // Shared with launches, which keep it until they have ended.
  const std::shared_ptr<Graph> graph_;
  std::vector<GraphNode*> order_; // as by Graph::sorted()
  const cuuint64_t flags_;
  std::mutex mutex_;
  std::optional<GraphMemoryUse> memory_;
  // Shared with the tasks of launches, which may outlive the instantiated graph.
  const std::shared_ptr<exec::GraphConditions> conditions_ =
      std::make_shared<exec::GraphConditions>();
  exec::TaskRef last_; // the end of the last launch
};

// Instantiates a graph. On failure `result` says why, and `errorNode` is the node that is to blame
// or null.
CUresult instantiate(const Graph& graph, cuuint64_t flags, CUgraphExec* out,
                     CUgraphInstantiateResult& result, GraphNode*& errorNode);

} // namespace heddle::driver
