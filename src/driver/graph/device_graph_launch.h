// Graphs that device code launches (cudaGraphLaunch in a kernel of a graph).
#pragma once

#include "driver/core/driver.h"
#include "exec/graph_environment.h"
#include "exec/simple_tasks.h"

#include <deque>
#include <memory>
#include <mutex>

namespace heddle::driver {

class Graph;

// A launch of a graph with all that its kernels have launched. It ends when the graph and what was
// launched into it have ended and then the tail launches have run, in their order.
class GraphEnvironment : public exec::GraphEnvironment,
                         public std::enable_shared_from_this<GraphEnvironment> {
public:
  // `around` is what the launch is a part of: the end of the launch that was made from the host, or
  // of the graph whose kernel has launched this one. It outlives the kernels of this launch.
  // A tail launch has the environment that it comes after in `tailOf`, else that is null.
  GraphEnvironment(Context& context, CUgraphExec graph, exec::Task& around,
                   std::shared_ptr<GraphEnvironment> tailOf)
      : context_(context), graph_(graph), around_(around), tailOf_(std::move(tailOf)) {}

  cudaError_t launch(std::uint64_t graph, std::uint64_t stream) override;
  std::uint64_t graph() const override;

  // The task that ends this launch; set before a kernel of it can run.
  void setEnd(exec::Task& end) { end_ = &end; }
  // Starts the next tail launch as a part of `end`, which has come to its end but for these. False
  // when there is none.
  bool startTailLaunch(exec::Task& end);

private:
  // Starts the graph at once. `whole` is not done before the graph is.
  cudaError_t startWithin(exec::Task& whole, CUgraphExec graph);

  Context& context_;
  const CUgraphExec graph_;
  exec::Task& around_;
  const std::shared_ptr<GraphEnvironment> tailOf_;
  exec::Task* end_ = nullptr;
  std::mutex mutex_;
  std::deque<CUgraphExec> tailLaunches_;
};

// The first node that device code cannot launch, in the graph or in one inside it; null when it can
// launch all.
GraphNode* findNodeOfHost(const Graph& graph);

} // namespace heddle::driver
