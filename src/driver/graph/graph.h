// CUgraph and CUgraphNode: a description of work that runs later. A graph owns its nodes, and a
// child graph node owns a graph. The parameters of a node, whose types are below, say what the node
// does.
#pragma once

#include "driver/core/driver.h"
#include "exec/kernel_task.h"
#include "ir/library_work.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace heddle::driver {

class DeviceNode;
class Graph;

// The launch of a kernel. `parameters` has the arguments as the kernel expects them.
struct KernelLaunch {
  CUfunction function = nullptr;
  exec::LaunchDimensions dimensions;
  bool cooperative = false;
  std::vector<char> parameters;
  bool setsConditions = false;              // its code calls cudaGraphSetConditional
  const exec::WorkerSet* workers = nullptr; // of the green context it was added in; null for all
};

struct CopyNode {
  CUDA_MEMCPY3D description{};
  CUcontext context = nullptr;
};

struct FillNode {
  CUDA_MEMSET_NODE_PARAMS description{};
  CUcontext context = nullptr;
};

struct HostNode {
  CUhostFn function = nullptr;
  void* data = nullptr;
};

struct EmptyNode {};

struct ChildGraphNode {
  std::shared_ptr<Graph> graph;
};

struct EventRecordNode {
  CUevent event = nullptr;
};

struct EventWaitNode {
  CUevent event = nullptr;
};

// The memory of an allocation node. It lives as long as the graph, so its address is the same in
// every launch.
class GraphMemory {
public:
  GraphMemory(void* pointer, std::size_t bytes, unsigned device)
      : pointer(pointer), bytes(bytes), device(device) {}
  ~GraphMemory();
  void* const pointer;
  const std::size_t bytes;
  const unsigned device;
};

struct AllocationNode {
  CUDA_MEM_ALLOC_NODE_PARAMS description{};
  std::shared_ptr<GraphMemory> memory;
};

struct FreeNode {
  CUdeviceptr pointer = 0;
};

struct MemoryOperationsNode {
  CUcontext context = nullptr;
  std::vector<CUstreamBatchMemOpParams> operations;
};

struct SemaphoreSignalNode {
  std::vector<CUexternalSemaphore> semaphores;
  std::vector<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS> parameters; // one for each semaphore
};

struct SemaphoreWaitNode {
  std::vector<CUexternalSemaphore> semaphores;
  std::vector<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS> parameters;
};

// Work of a library such as cuBLAS. To the program it is a kernel node whose kernel it cannot name.
struct LibraryWorkNode {
  std::shared_ptr<const LibraryWork> work;
};

// A condition of a graph, which device code names by its handle. Its value belongs to an
// instantiated graph (exec::GraphConditions).
struct Condition {
  CUgraphConditionalHandle handle;      // not used again in this process
  std::optional<unsigned> defaultValue; // assigned by each launch, where there is one
  bool hasNode = false;                 // only one conditional node may read it
};

// The conditions of a graph, and through `enclosing` those of the graph around the conditional node
// whose body it is: nodes in the body may read both.
struct Conditions {
  std::vector<std::shared_ptr<Condition>> own;
  std::shared_ptr<const Conditions> enclosing;
};

struct ConditionalNode {
  std::shared_ptr<Condition> condition;
  CUgraphConditionalNodeType type = CU_GRAPH_COND_TYPE_IF;
  std::vector<std::shared_ptr<Graph>> bodies;
  // The handles of the bodies, in memory that the program has got; null in copies of the node.
  std::shared_ptr<std::vector<CUgraph>> handles;

  // The body that a value of the condition stands for, or null.
  const Graph* bodyFor(unsigned value) const;
};

using NodeParameters =
    std::variant<KernelLaunch, CopyNode, FillNode, HostNode, ChildGraphNode, EmptyNode,
                 EventWaitNode, EventRecordNode, AllocationNode, FreeNode, MemoryOperationsNode,
                 ConditionalNode, SemaphoreSignalNode, SemaphoreWaitNode, LibraryWorkNode>;

class GraphNode {
public:
  GraphNode(Graph& graph, Context* context, NodeParameters parameters)
      : graph(graph), context(context), parameters(std::move(parameters)) {}
  ~GraphNode();
  GraphNode(const GraphNode&) = delete;
  GraphNode& operator=(const GraphNode&) = delete;

  CUgraphNodeType type() const;
  // The graphs inside of the node: the child graph, or the bodies of a conditional node.
  std::span<const std::shared_ptr<Graph>> graphs() const;

  Graph& graph;
  Context* const context; // the current one when the node was made, in which it runs
  NodeParameters parameters;
  std::vector<GraphNode*> dependencies; // in the order they were added
  std::vector<GraphNode*> dependents;
  std::map<int, CUlaunchAttributeValue> attributes; // of a kernel node
  const GraphNode* original = nullptr;              // the node that this is a copy of
  bool enabled = true;
  // Of a kernel node that device code can change, shared with the copies of the node; else null.
  std::shared_ptr<DeviceNode> deviceNode;
  bool isDeviceInstance =
      false; // the node of the instantiated graph, which `deviceNode` stands for
  std::vector<void*> parameterPointers; // given out by cuGraphKernelNodeGetParams
};

class Graph {
public:
  Graph() = default;
  // The body of a conditional node in a graph with these conditions.
  explicit Graph(std::shared_ptr<const Conditions> enclosing) {
    conditions_->enclosing = std::move(enclosing);
  }
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // Null when the table of handles is full.
  GraphNode* add(NodeParameters parameters, const std::vector<GraphNode*>& dependencies);
  void remove(GraphNode& node);
  // False when the edge is there already, or is not there.
  bool connect(GraphNode& from, GraphNode& to);
  bool disconnect(GraphNode& from, GraphNode& to);
  const std::vector<GraphNode*>& nodes() const { return nodes_; }
  // The nodes in an order in which each follows those that it depends on. Empty when there is a
  // cycle.
  std::vector<GraphNode*> sorted() const;
  std::unique_ptr<Graph> clone() const;
  // If this graph is a clone: the copy of a node of the original, or null.
  GraphNode* copyOf(const GraphNode& original) const;

  void retain(CUuserObject object, unsigned count);
  bool release(CUuserObject object, unsigned count);

  CUgraphConditionalHandle addCondition(std::optional<unsigned> defaultValue);
  const std::shared_ptr<Conditions>& conditions() const { return conditions_; }

private:
  friend CUgraph innerHandle(const std::shared_ptr<Graph>& graph);

  std::vector<GraphNode*> nodes_;
  CUgraph innerHandle_ = nullptr; // null until the program asks for it
  // Copies of the graph have the same conditions, in lists of their own.
  std::shared_ptr<Conditions> conditions_ = std::make_shared<Conditions>();
  std::map<CUuserObject, unsigned> objects_;
};

// Replaces the graphs inside of a node by copies, for a copy of the node. False when a table of
// handles is full.
bool copyInnerGraphs(NodeParameters& parameters);

// What a CUgraph refers to: a graph that the program owns, or one inside of a node, which the node
// owns.
struct GraphHandle {
  GraphHandle(const std::shared_ptr<Graph>& graph, bool isOwned)
      : owned(isOwned ? graph : nullptr), graph(graph) {}
  const std::shared_ptr<Graph> owned; // null for a graph inside of a node
  const std::weak_ptr<Graph> graph;   // expires with the node
};

CUresult findGraph(CUgraph handle, std::shared_ptr<Graph>& graph);
CUresult findNode(CUgraphNode handle, GraphNode*& node);
CUgraph makeHandle(const std::shared_ptr<Graph>& graph, bool owned);
// The handle of a graph inside of a node. It is the same each time, since programs compare handles,
// and becomes invalid when the graph goes with its node. Null when the table of handles is full.
CUgraph innerHandle(const std::shared_ptr<Graph>& graph);
// As findNode(), for a node of one kind.
template <typename Parameters> CUresult findNodeOf(CUgraphNode handle, GraphNode*& node) {
  HEDDLE_TRY(findNode(handle, node));
  return std::holds_alternative<Parameters>(node->parameters) ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE;
}
inline CUgraphNode toHandle(GraphNode* node) {
  return reinterpret_cast<CUgraphNode>(node);
}

// Check what a program gives, and make the parameters of a node of it.
CUresult makeKernelNode(const CUDA_KERNEL_NODE_PARAMS& given, NodeParameters& parameters);
CUresult makeCopyNode(const CUDA_MEMCPY3D& given, CUcontext context, NodeParameters& parameters);
CUresult makeFillNode(const CUDA_MEMSET_NODE_PARAMS& given, CUcontext context,
                      NodeParameters& parameters);
CUresult makeAllocationNode(CUDA_MEM_ALLOC_NODE_PARAMS& given, NodeParameters& parameters);
CUresult makeMemoryOperationsNode(const CUDA_BATCH_MEM_OP_NODE_PARAMS* given,
                                  NodeParameters& parameters);

CUresult makeSignalNode(const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* given, NodeParameters& parameters);
CUresult makeWaitNode(const CUDA_EXT_SEM_WAIT_NODE_PARAMS* given, NodeParameters& parameters);

// Sets the attribute that lets device code change a kernel node, and stores the handle for it in
// `value`.
CUresult makeUpdatable(GraphNode& node, CUlaunchAttributeValue& value);

CUresult addNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                 std::size_t count, NodeParameters parameters);
CUresult addConditionalNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                            std::size_t count, CUDA_CONDITIONAL_NODE_PARAMS& given);

} // namespace heddle::driver
