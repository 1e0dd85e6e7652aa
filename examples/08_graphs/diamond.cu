// Shows: a graph made node by node: b and c after a, d after both.
// From: X-060 of the guide.
// Try next: an edge from d to a, and what cudaGraphInstantiate says.
#include "steps.h"

static cudaGraphNode_t addKernel(cudaGraph_t graph, void (*kernel)(int*), int* values) {
  void* arguments[] = {&values};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(kernel);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  CHECK_CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  return node;
}

int main() {
  DeviceArray<int> values(4);
  cudaGraph_t graph;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t a = addKernel(graph, stepA, values), b = addKernel(graph, stepB, values),
                        c = addKernel(graph, stepC, values), d = addKernel(graph, stepD, values);
  const cudaGraphNode_t from[] = {a, a, b, c}, to[] = {b, c, d, d};
  CHECK_CUDA(cudaGraphAddDependencies(graph, from, to, nullptr, 4));

  size_t roots = 0;
  CHECK_CUDA(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT(nodesOf(graph) == 4 && roots == 1);
  runOnce(graph);
  checkSteps(values);
  CHECK_CUDA(cudaGraphDestroy(graph));
  return report();
}
