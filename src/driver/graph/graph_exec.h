// CUgraphExec: a graph that can be launched, again and again. It is a copy: changes to the graph it
// was made from do not reach it, except through updates.
#pragma once

#include "driver/graph/graph.h"
#include "driver/graph/graph_memory.h"
#include "driver/stream/stream.h"
#include "exec/graph_conditions.h"

#include <mutex>
#include <optional>

namespace heddle::driver {

class GraphExec {
public:
  GraphExec(std::unique_ptr<Graph> graph, std::vector<GraphNode*> order, cuuint64_t flags)
      : graph_(std::move(graph)), order_(std::move(order)), flags_(flags) {
    addConditions(*graph_);
  }

  cuuint64_t flags() const { return flags_; }
  // The node that stands for one of the graph that this was made from.
  GraphNode* nodeFor(const GraphNode& original) const { return graph_->copyOf(original); }
  const Graph& graph() const { return *graph_; }

  // Launches of one executable graph follow each other.
  CUresult launch(const StreamTarget& target);
  // What the first launch does as well: its memory counts as used from then on.
  void upload();
  // Takes over what the nodes of a graph of the same form do.
  CUresult update(const Graph& graph, CUgraphExecUpdateResultInfo& info);
  // Makes the conditions of a graph, and of the graphs inside it, known to this one, whose nodes
  // now read them.
  void addConditions(const Graph& graph);

private:
  std::unique_ptr<Graph> graph_;
  std::vector<GraphNode*> order_; // each after those it depends on
  const cuuint64_t flags_;
  std::mutex mutex_;
  std::optional<GraphMemoryUse> memory_;
  // Shared with the tasks of launches, which may outlive this.
  const std::shared_ptr<exec::GraphConditions> conditions_ =
      std::make_shared<exec::GraphConditions>();
  exec::TaskRef last_; // the end of the last launch
};

// Makes an executable graph; says where it failed.
CUresult instantiate(const Graph& graph, cuuint64_t flags, CUgraphExec* out,
                     CUgraphInstantiateResult& result);

} // namespace heddle::driver
