// A kernel may get the handle of a condition in any way: as a member of a structure, or from
// memory. Outside of its graph the handle leads nowhere.

// nvcc: -rdc=true -lcudadevrt
#include "check.h"

struct Choice {
  char letter;
  cudaGraphConditionalHandle condition;
  unsigned value;
};

__global__ void setByStructure(Choice choice) {
  cudaGraphSetConditional(choice.condition, choice.value);
}

__global__ void setFromMemory(const Choice* choice) {
  cudaGraphSetConditional(choice->condition, choice->value);
}

__global__ void add(int* sum, int amount) {
  atomicAdd(sum, amount);
}

cudaGraphNode_t addKernel(cudaGraph_t graph, void* kernel, void** arguments) {
  cudaKernelNodeParams parameters{};
  parameters.func = kernel;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  return node;
}

// Adds a SWITCH with two bodies behind a node: the first adds 1 to the sum, the second 10.
void addSwitch(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle condition,
               int* sum) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = condition;
  parameters.conditional.type = cudaGraphCondTypeSwitch;
  parameters.conditional.size = 2;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddNode(&node, graph, &after, nullptr, 1, &parameters));
  int amount = 1;
  for (int body = 0; body < 2; ++body, amount *= 10) {
    void* arguments[] = {&sum, &amount};
    addKernel(parameters.conditional.phGraph_out[body], reinterpret_cast<void*>(add), arguments);
  }
}

int main() {
  Buffer<int> sum(1);
  Buffer<Choice> choice(1);
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle first, second;
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&first, graph, 7, cudaGraphCondAssignDefault));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&second, graph, 7, cudaGraphCondAssignDefault));
  CHECK(first != second);

  Choice byStructure = {'a', first, 0};
  void* structure[] = {&byStructure};
  addSwitch(graph, addKernel(graph, reinterpret_cast<void*>(setByStructure), structure), first,
            sum.device());
  Choice* place = choice.device();
  void* memory[] = {&place};
  addSwitch(graph, addKernel(graph, reinterpret_cast<void*>(setFromMemory), memory), second,
            sum.device());

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  const int sums[] = {2, 11, 1}; // body 0 of the first, and body 0, body 1 or none of the second
  for (unsigned value = 0; value < 3; ++value) {
    choice[0] = {'b', second, value};
    choice.upload();
    sum[0] = 0;
    sum.upload();
    CUDA_CHECK(cudaGraphLaunch(exec, 0));
    sum.download();
    EXPECT_EQ_AT(value, sum[0], sums[value]);
  }

  setByStructure<<<1, 1>>>(byStructure);
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  return ok();
}
