// Graphs that kernels of a graph launch: at once (fire and forget), after the launching graph
// (tail) and beside it (sibling). A graph that launches itself runs again as often as it asks for.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

constexpr int kRounds = 5, kPlaces = 64;

// What the kernels have done, in the order in which they did it.
struct Log {
  int count;
  int entries[kPlaces];
  int rounds;
};

__device__ void note(Log* log, int what) {
  __threadfence();
  log->entries[atomicAdd(&log->count, 1)] = what;
}

__global__ void mark(Log* log, int what) {
  note(log, what);
}

__global__ void launchOne(Log* log, cudaGraphExec_t graph, unsigned long long stream, int before) {
  note(log, before);
  const cudaError_t error = cudaGraphLaunch(graph, (cudaStream_t)stream);
  if (error != cudaSuccess)
    note(log, 1000 + static_cast<int>(error));
}

__global__ void launchTwoTails(Log* log, cudaGraphExec_t first, cudaGraphExec_t second) {
  cudaGraphLaunch(first, cudaStreamGraphTailLaunch);
  cudaGraphLaunch(second, cudaStreamGraphTailLaunch);
  note(log, 1);
}

__global__ void relaunch(Log* log) {
  note(log, 7);
  if (++log->rounds < kRounds)
    cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

static void addKernel(cudaGraph_t graph, cudaGraphNode_t* last, void* kernel, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = kernel;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, last, *last ? 1 : 0, &parameters));
  *last = node;
}

// A graph that device code can launch, with one kernel that notes `what`.
static cudaGraphExec_t markingGraph(Log* log, int what) {
  cudaGraph_t graph;
  cudaGraphNode_t last = nullptr;
  void* arguments[] = {&log, &what};
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  addKernel(graph, &last, (void*)mark, arguments);
  cudaGraphExec_t made;
  CUDA_CHECK(cudaGraphInstantiate(&made, graph, cudaGraphInstantiateFlagDeviceLaunch));
  CUDA_CHECK(cudaGraphUpload(made, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return made;
}

static void run(cudaGraph_t graph, Log* log) {
  *log = {};
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

static int placeOf(const Log* log, int what) {
  for (int place = 0; place < log->count; ++place)
    if (log->entries[place] == what)
      return place;
  return -1;
}

// Two kernels, the first of which launches `inner` into `stream`.
static void launchFrom(Log* log, cudaGraphExec_t inner, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphNode_t last = nullptr;
  unsigned long long handle = reinterpret_cast<unsigned long long>(stream);
  int before = 1, after = 2;
  void* launching[] = {&log, &inner, &handle, &before};
  void* marking[] = {&log, &after};
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  addKernel(graph, &last, (void*)launchOne, launching);
  addKernel(graph, &last, (void*)mark, marking);
  run(graph, log);
  EXPECT_EQ(log->count, 3);
  EXPECT_EQ(log->entries[0], 1);
  CHECK(placeOf(log, 2) > 0);
  CHECK(placeOf(log, 3) > 0);
}

int main() {
  Log* log;
  CUDA_CHECK(cudaMallocManaged(&log, sizeof(Log)));
  cudaGraphExec_t three = markingGraph(log, 3), four = markingGraph(log, 4);

  launchFrom(log, three, cudaStreamGraphFireAndForget);
  launchFrom(log, three, cudaStreamGraphFireAndForgetAsSibling);
  // A tail launch comes after all of the graph that asked for it.
  launchFrom(log, three, cudaStreamGraphTailLaunch);
  EXPECT_EQ(log->entries[2], 3);

  // Tail launches run in the order in which they were asked for.
  cudaGraph_t graph;
  cudaGraphNode_t last = nullptr;
  int after = 2;
  void* tails[] = {&log, &four, &three};
  void* marking[] = {&log, &after};
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  addKernel(graph, &last, (void*)launchTwoTails, tails);
  addKernel(graph, &last, (void*)mark, marking);
  run(graph, log);
  const int expected[] = {1, 2, 4, 3};
  EXPECT_EQ(log->count, 4);
  for (int place = 0; place < 4; ++place)
    EXPECT_EQ_AT(place, log->entries[place], expected[place]);

  // A graph that launches itself again and again.
  cudaGraph_t again;
  cudaGraphNode_t only = nullptr;
  void* arguments[] = {&log};
  CUDA_CHECK(cudaGraphCreate(&again, 0));
  addKernel(again, &only, (void*)relaunch, arguments);
  cudaGraphExec_t repeated;
  CUDA_CHECK(cudaGraphInstantiate(&repeated, again, cudaGraphInstantiateFlagDeviceLaunch));
  *log = {};
  CUDA_CHECK(cudaGraphLaunch(repeated, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(log->rounds, kRounds);
  EXPECT_EQ(log->count, kRounds);
  return ok();
}
