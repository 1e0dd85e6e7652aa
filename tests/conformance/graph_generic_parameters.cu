// The functions that take parameters of nodes of all kinds in one structure, and those that give
// back the parameters of nodes that allocate and free.
#include "check.h"

__global__ void store(int* to, int value) {
  *to = value;
}

static cudaGraphNodeParams kernelParameters(void** arguments) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
  parameters.kernel.func = reinterpret_cast<void*>(store);
  parameters.kernel.gridDim = parameters.kernel.blockDim = dim3(1);
  parameters.kernel.kernelParams = arguments;
  return parameters;
}

int main() {
  Buffer<int> result(1);
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));

  cudaGraphNodeParams allocation = {cudaGraphNodeTypeMemAlloc};
  allocation.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  allocation.alloc.poolProps.location = {cudaMemLocationTypeDevice, 0};
  allocation.alloc.bytesize = 100;
  cudaGraphNode_t allocating, storing, copying, freeing;
  CUDA_CHECK(cudaGraphAddNode(&allocating, graph, nullptr, nullptr, 0, &allocation));
  int* memory = static_cast<int*>(allocation.alloc.dptr);
  cudaMemAllocNodeParams given = {};
  CUDA_CHECK(cudaGraphMemAllocNodeGetParams(allocating, &given));
  CHECK(given.dptr == memory);
  EXPECT_EQ(given.bytesize, 100);
  CHECK(given.poolProps.allocType == cudaMemAllocationTypePinned);

  int value = 1;
  void* arguments[] = {&memory, &value};
  cudaGraphNodeParams kernel = kernelParameters(arguments);
  CUDA_CHECK(cudaGraphAddNode(&storing, graph, &allocating, nullptr, 1, &kernel));
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copying, graph, &storing, 1, result.device(), memory,
                                      sizeof(int), cudaMemcpyDeviceToDevice));
  cudaGraphNodeParams release = {cudaGraphNodeTypeMemFree};
  release.free.dptr = memory;
  CUDA_CHECK(cudaGraphAddNode(&freeing, graph, &copying, nullptr, 1, &release));
  void* freed = nullptr;
  CUDA_CHECK(cudaGraphMemFreeNodeGetParams(freeing, &freed));
  CHECK(freed == memory);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphMemFreeNodeGetParams(allocating, &freed));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphMemAllocNodeGetParams(freeing, &given));

  // A kernel's parameters can change, what is allocated and freed cannot, and a node keeps its
  // kind.
  value = 2;
  CUDA_CHECK(cudaGraphNodeSetParams(storing, &kernel));
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphNodeSetParams(allocating, &allocation));
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphNodeSetParams(freeing, &release));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphNodeSetParams(storing, &release));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphNodeSetParams(storing, nullptr));
  cudaGetLastError();

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  result.download();
  EXPECT_EQ(result[0], 2);
  value = 3;
  CUDA_CHECK(cudaGraphExecNodeSetParams(exec, storing, &kernel));
  EXPECT_CUDA(cudaErrorNotSupported, cudaGraphExecNodeSetParams(exec, freeing, &release));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphExecNodeSetParams(exec, storing, &release));
  cudaGetLastError();
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  result.download();
  EXPECT_EQ(result[0], 3);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return ok();
}
