// The parameters of a kernel node come back as they were given: the function by its host address,
// the configuration, and the arguments' values.
#include "check.h"

__global__ void store(int* to, int value) {
  *to = value;
}

int main() {
  Buffer<int> cell(1);
  int* to = cell.device();
  int value = 41;
  void* arguments[] = {&to, &value};
  cudaKernelNodeParams given = {};
  given.func = (void*)store;
  given.gridDim = dim3(1, 2, 3);
  given.blockDim = dim3(4);
  given.sharedMemBytes = 64;
  given.kernelParams = arguments;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &given));
  value = 0; // the node has its own copy

  cudaKernelNodeParams back = {};
  CUDA_CHECK(cudaGraphKernelNodeGetParams(node, &back));
  CHECK(back.func == (void*)store);
  CHECK(back.gridDim.y == 2 && back.gridDim.z == 3 && back.blockDim.x == 4);
  EXPECT_EQ(back.sharedMemBytes, 64u);
  CHECK(back.extra == nullptr);
  EXPECT_EQ(*static_cast<int*>(back.kernelParams[1]), 41);

  // What came back makes another node.
  cudaGraphNode_t second;
  CUDA_CHECK(cudaGraphAddKernelNode(&second, graph, &node, 1, &back));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  cell.download();
  EXPECT_EQ(cell[0], 41);
  return ok();
}
