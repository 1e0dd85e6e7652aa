// cudaGraphExecChildGraphNodeSetParams replaces the user objects that the executable graph keeps
// alive for the child: it lets go of those of the old child graph and keeps those of the new one.
// Row R-209.
#include <unistd.h>

#include <atomic>

#include "check.h"

static std::atomic<int> destroyedOld{0}, destroyedNew{0};

static void CUDART_CB destroy(void* count) {
  ++*static_cast<std::atomic<int>*>(count);
}

__global__ void nothing() {}

// A graph of one kernel, which owns an object that counts its destruction in `count`.
static cudaGraph_t childGraph(std::atomic<int>* count) {
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)nothing;
  parameters.gridDim = parameters.blockDim = dim3(1);
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  cudaUserObject_t object;
  CUDA_CHECK(cudaUserObjectCreate(&object, count, destroy, 1, cudaUserObjectNoDestructorSync));
  CUDA_CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  return graph;
}

// The destructor runs on a thread of the implementation's, soon.
static void waitForDestruction(const std::atomic<int>& count) {
  for (int round = 0; round < 5000 && count.load() == 0; ++round)
    usleep(1000);
  EXPECT_EQ(count.load(), 1);
}

int main() {
  cudaGraph_t oldChild = childGraph(&destroyedOld), newChild = childGraph(&destroyedNew), parent;
  CUDA_CHECK(cudaGraphCreate(&parent, 0));
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, oldChild));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, parent, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaGraphDestroy(oldChild));

  CUDA_CHECK(cudaGraphExecChildGraphNodeSetParams(exec, node, newChild));
  CUDA_CHECK(cudaGraphDestroy(newChild));
  // The graph that was instantiated has a copy of the old child, and with it the last reference.
  usleep(50000);
  EXPECT_EQ(destroyedOld.load(), 0);
  CUDA_CHECK(cudaGraphDestroy(parent));
  waitForDestruction(destroyedOld);

  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  usleep(50000);
  EXPECT_EQ(destroyedNew.load(), 0);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  waitForDestruction(destroyedNew);
  return ok();
}
