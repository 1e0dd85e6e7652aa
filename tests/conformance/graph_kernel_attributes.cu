// R-219: the window of memory that should stay in the cache, as an attribute of a kernel node; read
// back, and copied to another node.
#include "check.h"

__global__ void add(int* value) {
  ++*value;
}

static cudaGraphNode_t addKernel(cudaGraph_t graph, int* value) {
  void* arguments[] = {&value};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(add);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  return node;
}

int main() {
  Buffer<int> value(1024);
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t first = addKernel(graph, value.device());
  const cudaGraphNode_t second = addKernel(graph, value.device() + 1);
  cudaKernelNodeAttrValue set = {}, read = {};
  set.accessPolicyWindow.base_ptr = value.device();
  set.accessPolicyWindow.num_bytes = 1024 * sizeof(int);
  set.accessPolicyWindow.hitRatio = 0.5f;
  set.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  set.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CUDA_CHECK(
      cudaGraphKernelNodeSetAttribute(first, cudaKernelNodeAttributeAccessPolicyWindow, &set));
  for (cudaGraphNode_t node : {first, second}) {
    if (node == second)
      CUDA_CHECK(cudaGraphKernelNodeCopyAttributes(second, first));
    read = {};
    CUDA_CHECK(
        cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributeAccessPolicyWindow, &read));
    CHECK(read.accessPolicyWindow.base_ptr == value.device());
    EXPECT_EQ(read.accessPolicyWindow.num_bytes, 1024 * sizeof(int));
    EXPECT_EQ(read.accessPolicyWindow.hitRatio, 0.5f);
    CHECK(read.accessPolicyWindow.hitProp == cudaAccessPropertyPersisting);
    CHECK(read.accessPolicyWindow.missProp == cudaAccessPropertyStreaming);
  }
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  value.download();
  EXPECT_EQ(value[0], 1);
  EXPECT_EQ(value[1], 1);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return ok();
}
