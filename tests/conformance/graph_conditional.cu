// Conditional nodes of graphs: IF with and without an else, WHILE, SWITCH; conditions with defaults
// and without, set by kernels; bodies by hand and by capture, nodes that follow, nodes inside of
// others. nvcc: -rdc=true -lcudadevrt
#include "check.h"

#include <tuple>
#include <vector>

using Bodies = std::vector<cudaGraph_t>;

__global__ void set(cudaGraphConditionalHandle condition, unsigned value) {
  cudaGraphSetConditional(condition, value);
}

__global__ void add(int* sum, int amount) {
  *sum += amount;
}

__global__ void countDown(int* left, cudaGraphConditionalHandle condition) {
  cudaGraphSetConditional(condition, --*left > 0);
}

template <typename... Parameters, typename... Arguments>
cudaGraphNode_t addKernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> after,
                          void (*kernel)(Parameters...), Arguments... arguments) {
  std::tuple<Parameters...> values(arguments...);
  cudaKernelNodeParams parameters{};
  void* pointers[sizeof...(Parameters)];
  std::apply(
      [&](auto&... each) {
        int at = 0;
        ((pointers[at++] = &each), ...);
      },
      values);
  parameters.func = reinterpret_cast<void*>(kernel);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = pointers;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &parameters));
  return node;
}

Bodies addConditional(cudaGraph_t graph, std::vector<cudaGraphNode_t> after,
                      cudaGraphConditionalHandle condition, cudaGraphConditionalNodeType type,
                      unsigned size, cudaGraphNode_t* node = nullptr) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = condition;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  cudaGraphNode_t made;
  CUDA_CHECK(cudaGraphAddNode(&made, graph, after.data(), nullptr, after.size(), &parameters));
  cudaGraphNodeType kind;
  CUDA_CHECK(cudaGraphNodeGetType(made, &kind));
  EXPECT_EQ(kind, cudaGraphNodeTypeConditional);
  if (node)
    *node = made;
  return {parameters.conditional.phGraph_out, parameters.conditional.phGraph_out + size};
}

struct Graph {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  Graph() { CUDA_CHECK(cudaGraphCreate(&graph, 0)); }
  ~Graph() { CUDA_CHECK(cudaGraphDestroy(graph)); }
  cudaGraphConditionalHandle condition(unsigned value, unsigned flags) {
    cudaGraphConditionalHandle made;
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&made, graph, value, flags));
    return made;
  }
  // What is at `place` after each of so many launches.
  std::vector<int> launches(int count, int* place, int start) {
    std::vector<int> seen;
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int launch = 0; launch < count; ++launch) {
      int value = start;
      CUDA_CHECK(cudaMemcpy(place, &value, sizeof value, cudaMemcpyHostToDevice));
      CUDA_CHECK(cudaGraphLaunch(exec, 0));
      CUDA_CHECK(cudaMemcpy(&value, place, sizeof value, cudaMemcpyDeviceToHost));
      seen.push_back(value);
    }
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    return seen;
  }
};

using Values = std::vector<int>;

int main() {
  int* place;
  CUDA_CHECK(cudaMalloc(&place, sizeof(int)));

  // A kernel sets the condition; what follows runs in any case.
  const auto chosen = [&](cudaGraphConditionalNodeType type, unsigned size, unsigned value) {
    Graph made;
    const auto condition = made.condition(7, cudaGraphCondAssignDefault);
    const auto first = addKernel(made.graph, {}, set, condition, value);
    cudaGraphNode_t node;
    const Bodies bodies = addConditional(made.graph, {first}, condition, type, size, &node);
    for (unsigned body = 0; body < size; ++body)
      addKernel(bodies[body], {}, add, place, 1 << body);
    addKernel(made.graph, {node}, add, place, 100);
    return made.launches(2, place, 0);
  };
  CHECK(chosen(cudaGraphCondTypeIf, 1, 0) == Values({100, 100}));
  CHECK(chosen(cudaGraphCondTypeIf, 1, 1) == Values({101, 101}));
  CHECK(chosen(cudaGraphCondTypeIf, 1, 9) == Values({101, 101}));
  CHECK(chosen(cudaGraphCondTypeIf, 2, 1) == Values({101, 101}));
  CHECK(chosen(cudaGraphCondTypeIf, 2, 0) == Values({102, 102}));
  CHECK(chosen(cudaGraphCondTypeSwitch, 3, 0) == Values({101, 101}));
  CHECK(chosen(cudaGraphCondTypeSwitch, 3, 2) == Values({104, 104}));
  CHECK(chosen(cudaGraphCondTypeSwitch, 3, 3) == Values({100, 100}));

  // A loop that counts to zero begins again with every launch, by its default.
  {
    Graph made;
    const auto condition = made.condition(1, cudaGraphCondAssignDefault);
    const Bodies bodies = addConditional(made.graph, {}, condition, cudaGraphCondTypeWhile, 1);
    addKernel(bodies[0], {}, countDown, place, condition);
    CHECK(made.launches(3, place, 20) == Values({0, 0, 0}));
  }
  {
    Graph made;
    const auto condition = made.condition(0, cudaGraphCondAssignDefault);
    const Bodies bodies = addConditional(made.graph, {}, condition, cudaGraphCondTypeWhile, 1);
    addKernel(bodies[0], {}, countDown, place, condition);
    CHECK(made.launches(2, place, 20) == Values({20, 20}));
  }

  // A body that is captured, with several nodes.
  {
    Graph made;
    const auto condition = made.condition(1, cudaGraphCondAssignDefault);
    const Bodies bodies = addConditional(made.graph, {}, condition, cudaGraphCondTypeIf, 1);
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaStreamBeginCaptureToGraph(stream, bodies[0], nullptr, nullptr, 0,
                                             cudaStreamCaptureModeGlobal));
    CUDA_CHECK(cudaMemsetAsync(place, 0, sizeof(int), stream));
    add<<<1, 1, 0, stream>>>(place, 5);
    add<<<1, 1, 0, stream>>>(place, 6);
    cudaGraph_t captured;
    CUDA_CHECK(cudaStreamEndCapture(stream, &captured));
    CHECK(captured == bodies[0]);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CHECK(made.launches(2, place, 1000) == Values({11, 11}));
  }

  // An IF inside of a WHILE: in the round in which one is left, and then no more.
  {
    Graph made;
    const auto loop = made.condition(1, cudaGraphCondAssignDefault);
    const Bodies rounds = addConditional(made.graph, {}, loop, cudaGraphCondTypeWhile, 1);
    const auto down = addKernel(rounds[0], {}, countDown, place, loop);
    cudaGraphConditionalHandle inner;
    CUDA_CHECK(cudaGraphConditionalHandleCreate(&inner, rounds[0], 0, 0));
    const auto choose = addKernel(rounds[0], {down}, set, inner, 1u);
    const Bodies inside = addConditional(rounds[0], {choose}, inner, cudaGraphCondTypeIf, 1);
    addKernel(inside[0], {}, add, place, -1);
    CHECK(made.launches(1, place, 7) == Values({-1}));
  }

  CUDA_CHECK(cudaFree(place));
  return ok();
}
