// A user object that a graph retains lives until the launched graph has run, also when the graph
// and its executable are destroyed before; so does one that a child graph retains. Row R-228.
#include <unistd.h>

#include <atomic>

#include "gate.h"

static std::atomic<int> destroyed{0};

static void CUDART_CB destroy(void*) {
  ++destroyed;
}

__global__ void nothing() {}

static void retainObject(cudaGraph_t graph) {
  cudaUserObject_t object;
  CUDA_CHECK(cudaUserObjectCreate(&object, nullptr, destroy, 1, cudaUserObjectNoDestructorSync));
  CUDA_CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
}

static cudaGraph_t graphWithKernel() {
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)nothing;
  parameters.gridDim = parameters.blockDim = dim3(1);
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  return graph;
}

// The destructor runs on a thread of the implementation's, soon.
static void waitForDestruction(int count) {
  for (int round = 0; round < 2000 && destroyed.load() < count; ++round)
    usleep(1000);
  EXPECT_EQ(destroyed.load(), count);
}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  cudaGraph_t graph = graphWithKernel();
  retainObject(graph);
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  Gate gate;
  gate.close(stream);
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  usleep(50000);
  EXPECT_EQ(destroyed.load(), 0);
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));
  waitForDestruction(1);

  cudaGraph_t child = graphWithKernel(), parent;
  retainObject(child);
  CUDA_CHECK(cudaGraphCreate(&parent, 0));
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
  CUDA_CHECK(cudaGraphDestroy(child));
  CUDA_CHECK(cudaGraphInstantiate(&exec, parent, 0));
  CUDA_CHECK(cudaGraphDestroy(parent));
  usleep(50000);
  EXPECT_EQ(destroyed.load(), 1);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  waitForDestruction(2);
  return ok();
}
