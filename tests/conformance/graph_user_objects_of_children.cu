// A child graph is copied into its parent with the references to user objects that it holds, and so
// into the instantiated graph: an object lives until the last of them is gone.
#include <unistd.h>

#include <atomic>

#include "check.h"

static std::atomic<int> destroyed;

static void countDestroyed(void*) {
  ++destroyed;
}

// User objects may be destroyed by a thread of the driver.
static void expectDestroyed(int count) {
  for (int i = 0; i < 5000 && destroyed < count; ++i)
    usleep(1000);
  EXPECT_EQ(destroyed.load(), count);
}

static cudaUserObject_t makeObject() {
  cudaUserObject_t object;
  CUDA_CHECK(
      cudaUserObjectCreate(&object, nullptr, countDestroyed, 1, cudaUserObjectNoDestructorSync));
  return object;
}

int main() {
  cudaGraph_t child, parent, clone, embedded;
  cudaGraphNode_t empty, node;
  cudaGraphExec_t exec;

  destroyed = 0;
  CUDA_CHECK(cudaGraphCreate(&child, 0));
  CUDA_CHECK(cudaGraphCreate(&parent, 0));
  CUDA_CHECK(cudaGraphRetainUserObject(child, makeObject(), 1, cudaGraphUserObjectMove));
  CUDA_CHECK(cudaGraphAddEmptyNode(&empty, child, nullptr, 0));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
  CUDA_CHECK(cudaGraphDestroy(child));
  EXPECT_EQ(destroyed.load(), 0);
  CUDA_CHECK(cudaGraphInstantiate(&exec, parent, 0));
  CUDA_CHECK(cudaGraphDestroy(parent));
  EXPECT_EQ(destroyed.load(), 0);
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(destroyed.load(), 0);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaDeviceSynchronize());
  expectDestroyed(1);

  // The copy inside of the parent takes references of its own, which clones of the parent share.
  destroyed = 0;
  CUDA_CHECK(cudaGraphCreate(&child, 0));
  CUDA_CHECK(cudaGraphCreate(&parent, 0));
  CUDA_CHECK(cudaGraphAddEmptyNode(&empty, child, nullptr, 0));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
  CUDA_CHECK(cudaGraphDestroy(child));
  CUDA_CHECK(cudaGraphChildGraphNodeGetGraph(node, &embedded));
  CUDA_CHECK(cudaGraphRetainUserObject(embedded, makeObject(), 1, cudaGraphUserObjectMove));
  CUDA_CHECK(cudaGraphClone(&clone, parent));
  CUDA_CHECK(cudaGraphDestroy(parent));
  EXPECT_EQ(destroyed.load(), 0);
  CUDA_CHECK(cudaGraphDestroy(clone));
  expectDestroyed(1);
  return ok();
}
