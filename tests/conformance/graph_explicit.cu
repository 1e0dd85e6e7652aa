// R-163 R-164 R-165 R-166 R-167 R-168 R-169 R-174 R-175 R-176 R-177 R-178 R-180 R-181 R-182 R-201
// R-202 R-203 R-204 R-205: graphs built node by node: kernels, copies, fills, host functions,
// children, events; launches, updates, clones, and what the graph tells of itself.
#include <string.h>

#include <vector>

#include "check.h"

__global__ void add(int* data, int count, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] += value;
}

__global__ void scale(int* data, int count, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] *= factor;
}

namespace {

constexpr int kCount = 1000;

cudaKernelNodeParams kernel(void (*function)(int*, int, int), void** arguments) {
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(function);
  params.gridDim = dim3((kCount + 127) / 128);
  params.blockDim = dim3(128);
  params.kernelParams = arguments;
  return params;
}

void CUDART_CB countUp(void* data) {
  ++*static_cast<int*>(data);
}

} // namespace

int main() {
  int* device;
  CUDA_CHECK(cudaMalloc(&device, kCount * sizeof(int)));
  std::vector<int> host(kCount);
  int calls = 0;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t fill, first, second, copy, call;
  cudaMemsetParams fillParams = {};
  fillParams.dst = device;
  fillParams.value = 0x01;
  fillParams.elementSize = 1;
  fillParams.width = kCount * sizeof(int);
  fillParams.height = 1;
  CUDA_CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &fillParams));
  int count = kCount, value = 5, factor = 3;
  void* addArguments[] = {&device, &count, &value};
  void* scaleArguments[] = {&device, &count, &factor};
  cudaKernelNodeParams params = kernel(add, addArguments);
  CUDA_CHECK(cudaGraphAddKernelNode(&first, graph, &fill, 1, &params));
  params = kernel(scale, scaleArguments);
  CUDA_CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &params));
  // The arguments were copied.
  value = 1000;
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &second, 1, host.data(), device,
                                      kCount * sizeof(int), cudaMemcpyDeviceToHost));
  cudaHostNodeParams hostParams = {countUp, &calls};
  CUDA_CHECK(cudaGraphAddHostNode(&call, graph, &copy, 1, &hostParams));

  size_t number = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &number));
  EXPECT_EQ(number, 5);
  std::vector<cudaGraphNode_t> nodes(number);
  CUDA_CHECK(cudaGraphGetNodes(graph, nodes.data(), &number));
  number = 0;
  CUDA_CHECK(cudaGraphGetRootNodes(graph, nullptr, &number));
  EXPECT_EQ(number, 1);
  cudaGraphNodeType type;
  CUDA_CHECK(cudaGraphNodeGetType(copy, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeMemcpy);
  CUDA_CHECK(cudaGraphNodeGetType(call, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeHost);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round) {
    memset(host.data(), 0, kCount * sizeof(int));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < kCount; ++i)
      EXPECT_EQ_AT(i, host[i], (0x01010101 + 5) * 3);
    EXPECT_EQ(calls, round + 1);
  }

  // Other arguments for a node of the executable graph; the graph itself stays as it was.
  factor = 7;
  params = kernel(scale, scaleArguments);
  CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, second, &params));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(host[kCount - 1], (0x01010101 + 5) * 7);
  cudaGraphExecUpdateResultInfo info;
  CUDA_CHECK(cudaGraphExecUpdate(exec, graph, &info));
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(host[kCount - 1], (0x01010101 + 5) * 3);

  // A clone goes its own way.
  cudaGraph_t clone;
  cudaGraphNode_t inClone;
  CUDA_CHECK(cudaGraphClone(&clone, graph));
  CUDA_CHECK(cudaGraphNodeFindInClone(&inClone, second, clone));
  factor = 11;
  CUDA_CHECK(cudaGraphKernelNodeSetParams(inClone, &params));
  cudaGraphExec_t cloneExec;
  CUDA_CHECK(cudaGraphInstantiate(&cloneExec, clone, 0));
  CUDA_CHECK(cudaGraphLaunch(cloneExec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(host[1], (0x01010101 + 5) * 11);

  // Inside another graph, between two nodes.
  cudaGraph_t outer;
  cudaGraphNode_t child, after, empty;
  CUDA_CHECK(cudaGraphCreate(&outer, 0));
  CUDA_CHECK(cudaGraphAddEmptyNode(&empty, outer, nullptr, 0));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&child, outer, &empty, 1, graph));
  CUDA_CHECK(cudaGraphAddHostNode(&after, outer, nullptr, 0, &hostParams));
  CUDA_CHECK(cudaGraphAddDependencies(outer, &child, &after, nullptr, 1));
  cudaGraphExec_t outerExec;
  CUDA_CHECK(cudaGraphInstantiate(&outerExec, outer, 0));
  const int before = calls;
  CUDA_CHECK(cudaGraphLaunch(outerExec, stream));
  CUDA_CHECK(cudaGraphLaunch(outerExec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(calls, before + 4);

  // A circle cannot be instantiated, and another form is no update.
  CUDA_CHECK(cudaGraphAddDependencies(outer, &after, &empty, nullptr, 1));
  cudaGraphExec_t none;
  CHECK(cudaGraphInstantiate(&none, outer, 0) != cudaSuccess);
  EXPECT_CUDA(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, outer, &info));
  CHECK(info.result != cudaGraphExecUpdateSuccess);
  cudaGetLastError();

  CUDA_CHECK(cudaGraphDestroyNode(call));
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &number));
  EXPECT_EQ(number, 4);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphExecDestroy(cloneExec));
  CUDA_CHECK(cudaGraphExecDestroy(outerExec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaGraphDestroy(clone));
  CUDA_CHECK(cudaGraphDestroy(outer));
  return ok();
}
