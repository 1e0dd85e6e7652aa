// A kernel node that was made without dynamic parallelism cannot be updated to a kernel with it, by
// its parameters or by another graph; the executable graph stays what it was. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__managed__ int value;

__global__ void child() {
  value += 1;
}
__global__ void plain() {
  value = 5;
}
__global__ void other() {
  value = 6;
}
__global__ void parent() {
  value = 7;
  child<<<1, 1>>>();
}

static int run(cudaGraphExec_t exec) {
  value = 0;
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  return value;
}

int main() {
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)plain;
  parameters.gridDim = parameters.blockDim = dim3(1);
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_EQ(run(exec), 5);
  parameters.func = (void*)other;
  CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, node, &parameters));
  EXPECT_EQ(run(exec), 6);

  parameters.func = (void*)parent;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphExecKernelNodeSetParams(exec, node, &parameters));
  CUDA_CHECK(cudaGraphKernelNodeSetParams(node, &parameters));
  cudaGraphExecUpdateResultInfo info = {};
  EXPECT_CUDA(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, graph, &info));
  CHECK(info.result == cudaGraphExecUpdateErrorUnsupportedFunctionChange);
  cudaGetLastError();
  EXPECT_EQ(run(exec), 6);

  cudaGraphExec_t made;
  CUDA_CHECK(cudaGraphInstantiate(&made, graph, 0));
  EXPECT_EQ(run(made), 8);
  CUDA_CHECK(cudaGraphExecDestroy(made));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return ok();
}
