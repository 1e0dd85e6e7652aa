#include "driver/graph/device_graph_launch.h"

#include "driver/core/handle_tables.h"
#include "driver/graph/graph_exec.h"
#include "driver/memory/copy.h"

namespace heddle::driver {

namespace {

// The streams of cudaGraphLaunch, as cuda_device_runtime_api.h defines them.
constexpr std::uint64_t kTailLaunch = 0x0100000000000000, kFireAndForget = 0x0200000000000000,
                        kFireAndForgetAsSibling = 0x0300000000000000;
// The most tail launches of a graph, as CUDA documents it.
constexpr std::size_t kMostTailLaunches = 255;

// A GPU reads the memory that the handle of the graph refers to, so that a graph which was not
// instantiated for it is a fault of the kernel.
constexpr cudaError_t kNotForDevice = cudaErrorIllegalAddress;

GraphExec* findForDevice(CUgraphExec handle) {
  GraphExec* exec = Driver::instance().tables().graphExecs.find(handle);
  return exec && (exec->flags() & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) ? exec : nullptr;
}

bool canLaunchFromDevice(const GraphNode& node) {
  if (const auto* copy = std::get_if<CopyNode>(&node.parameters))
    return !isTowardsPageable(copy->description);
  return std::holds_alternative<KernelLaunch>(node.parameters) ||
         std::holds_alternative<FillNode>(node.parameters) ||
         std::holds_alternative<ChildGraphNode>(node.parameters);
}

} // namespace

GraphNode* findNodeOfHost(const Graph& graph) {
  for (GraphNode* node : graph.nodes()) {
    if (!canLaunchFromDevice(*node))
      return node;
    for (const auto& inner : node->graphs())
      if (GraphNode* found = findNodeOfHost(*inner))
        return found;
  }
  return nullptr;
}

// Device code can launch again only what was instantiated for it.
std::uint64_t GraphEnvironment::graph() const {
  return findForDevice(graph_) ? reinterpret_cast<std::uint64_t>(graph_) : 0;
}

cudaError_t GraphEnvironment::startWithin(exec::Task& whole, CUgraphExec handle) {
  GraphExec* exec = findForDevice(handle);
  if (!exec)
    return kNotForDevice;
  const CUresult result = exec->launchFromDevice(
      context_, whole, nullptr, [&](exec::Task& end) { whole.afterUnsubmitted(end); });
  return static_cast<cudaError_t>(result);
}

cudaError_t GraphEnvironment::launch(std::uint64_t graph, std::uint64_t stream) {
  const auto handle = reinterpret_cast<CUgraphExec>(graph);
  // The kernel that calls this has not ended, so neither has what it is a part of.
  if (stream == kFireAndForget)
    return startWithin(*end_, handle);
  if (stream == kFireAndForgetAsSibling)
    return startWithin(around_, handle);
  if (stream != kTailLaunch)
    return cudaErrorInvalidValue;
  if (!findForDevice(handle))
    return kNotForDevice;
  std::lock_guard lock(mutex_);
  if (tailLaunches_.size() >= kMostTailLaunches)
    return cudaErrorLaunchPendingCountExceeded;
  tailLaunches_.push_back(handle);
  return cudaSuccess;
}

bool GraphEnvironment::startTailLaunch(exec::Task& end) {
  std::unique_lock lock(mutex_);
  if (tailOf_) {
    // The environment that this one comes after runs these tail launches, too, before its own. So a
    // graph that launches itself again and again holds one launch in memory at a time.
    std::lock_guard outerLock(tailOf_->mutex_);
    auto& outer = tailOf_->tailLaunches_;
    outer.insert(outer.begin(), tailLaunches_.begin(), tailLaunches_.end());
    return false;
  }
  while (!tailLaunches_.empty()) {
    GraphExec* exec = findForDevice(tailLaunches_.front());
    tailLaunches_.pop_front();
    // The program may have destroyed the graph since the launch.
    if (exec && exec->launchFromDevice(context_, around_, shared_from_this(),
                                       [&](exec::Task& tail) { end.adopt(tail); }) == CUDA_SUCCESS)
      return true;
  }
  return false;
}

} // namespace heddle::driver
