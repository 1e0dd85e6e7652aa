// Nodes that signal and await external semaphores. Whether the handles are semaphores is seen when
// the graph is launched, as on a GPU.
#include "driver/graph/graph.h"

namespace heddle::driver {

namespace {

// Gives out the parameters of a node, which the node keeps.
template <typename Node, typename Out> CUresult readNode(CUgraphNode handle, Out* out) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<Node>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  auto& kept = std::get<Node>(node->parameters);
  *out = {kept.semaphores.data(), kept.parameters.data(),
          static_cast<unsigned>(kept.semaphores.size())};
  return CUDA_SUCCESS;
}

template <typename Node, typename Given>
CUresult makeNode(const Given* given, NodeParameters& parameters) {
  if (!given || (given->numExtSems && (!given->extSemArray || !given->paramsArray)))
    return CUDA_ERROR_INVALID_VALUE;
  parameters = Node{{given->extSemArray, given->extSemArray + given->numExtSems},
                    {given->paramsArray, given->paramsArray + given->numExtSems}};
  return CUDA_SUCCESS;
}

} // namespace

CUresult makeSignalNode(const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* given, NodeParameters& parameters) {
  return makeNode<SemaphoreSignalNode>(given, parameters);
}

CUresult makeWaitNode(const CUDA_EXT_SEM_WAIT_NODE_PARAMS* given, NodeParameters& parameters) {
  return makeNode<SemaphoreWaitNode>(given, parameters);
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode* out, CUgraph graph,
                                                const CUgraphNode* dependencies, size_t count,
                                                const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* given) {
  NodeParameters parameters;
  HEDDLE_TRY(makeSignalNode(given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode handle,
                                                      CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* out) {
  return readNode<SemaphoreSignalNode>(handle, out);
}

CUresult
cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode handle,
                                             const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<SemaphoreSignalNode>(handle, node));
  return makeSignalNode(given, node->parameters);
}

CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode* out, CUgraph graph,
                                              const CUgraphNode* dependencies, size_t count,
                                              const CUDA_EXT_SEM_WAIT_NODE_PARAMS* given) {
  NodeParameters parameters;
  HEDDLE_TRY(makeWaitNode(given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode handle,
                                                    CUDA_EXT_SEM_WAIT_NODE_PARAMS* out) {
  return readNode<SemaphoreWaitNode>(handle, out);
}

CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode handle,
                                                    const CUDA_EXT_SEM_WAIT_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<SemaphoreWaitNode>(handle, node));
  return makeWaitNode(given, node->parameters);
}
