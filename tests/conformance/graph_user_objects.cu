// R-220 R-221 R-222 R-223 R-224 R-225 R-226 R-227 R-229 R-230: user objects, which live as long as
// there are references: the program's, which it counts by hand, and those of graphs, their clones,
// executables and child graphs. The destructor only tells another thread.
#include <unistd.h>

#include <atomic>

#include "check.h"

namespace {

std::atomic<int> destroyed{0};

struct Object {
  ~Object() { ++destroyed; }
};

cudaUserObject_t newObject(unsigned references) {
  cudaUserObject_t object;
  CUDA_CHECK(cudaUserObjectCreate(&object, new Object, references, cudaUserObjectNoDestructorSync));
  return object;
}

// The destructor runs on a thread of the implementation's, soon.
void expectDestroyed(int count) {
  for (int round = 0; round < 5000 && destroyed.load() < count; ++round)
    usleep(1000);
  EXPECT_EQ(destroyed.load(), count);
}

cudaGraph_t newGraph() {
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  return graph;
}

void CUDART_CB nothing(void*) {}

} // namespace

int main() {
  // The flag is mandatory: nobody can wait for the destructor through CUDA.
  cudaUserObject_t object = nullptr;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaUserObjectCreate(&object, nullptr, nothing, 1, 0));
  cudaGetLastError();

  // The program's own references: two at first, one more, and three given back.
  object = newObject(2);
  CUDA_CHECK(cudaUserObjectRetain(object, 1));
  CUDA_CHECK(cudaUserObjectRelease(object, 2));
  usleep(20000);
  EXPECT_EQ(destroyed.load(), 0);
  CUDA_CHECK(cudaUserObjectRelease(object, 1));
  expectDestroyed(1);

  // A graph takes a reference of its own, and gives it back when it is told to.
  object = newObject(1);
  cudaGraph_t graph = newGraph();
  CUDA_CHECK(cudaGraphRetainUserObject(graph, object, 2, 0));
  CUDA_CHECK(cudaUserObjectRelease(object, 1));
  CUDA_CHECK(cudaGraphReleaseUserObject(graph, object, 1));
  usleep(20000);
  EXPECT_EQ(destroyed.load(), 1);
  CUDA_CHECK(cudaGraphReleaseUserObject(graph, object, 1));
  expectDestroyed(2);

  // With the flag, the caller's reference becomes the graph's. A clone and an executable have
  // copies.
  object = newObject(1);
  CUDA_CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  cudaGraph_t clone;
  CUDA_CHECK(cudaGraphClone(&clone, graph));
  CUDA_CHECK(cudaGraphDestroy(graph));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, clone, 0));
  CUDA_CHECK(cudaGraphDestroy(clone));
  usleep(20000);
  EXPECT_EQ(destroyed.load(), 2);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  expectDestroyed(3);

  // The references of a child graph belong to the child inside of the parent.
  object = newObject(1);
  cudaGraph_t child = newGraph(), parent = newGraph();
  CUDA_CHECK(cudaGraphRetainUserObject(child, object, 1, cudaGraphUserObjectMove));
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
  CUDA_CHECK(cudaGraphDestroy(child));
  usleep(20000);
  EXPECT_EQ(destroyed.load(), 3);
  CUDA_CHECK(cudaGraphDestroy(parent));
  expectDestroyed(4);

  // An executable whose child is replaced gives up the references of the old child and takes those
  // of the new one.
  child = newGraph();
  parent = newGraph();
  cudaGraph_t replacement = newGraph();
  CUDA_CHECK(cudaGraphRetainUserObject(child, newObject(1), 1, cudaGraphUserObjectMove));
  CUDA_CHECK(cudaGraphRetainUserObject(replacement, newObject(1), 1, cudaGraphUserObjectMove));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
  CUDA_CHECK(cudaGraphInstantiate(&exec, parent, 0));
  CUDA_CHECK(cudaGraphExecChildGraphNodeSetParams(exec, node, replacement));
  CUDA_CHECK(cudaGraphDestroy(child));
  CUDA_CHECK(cudaGraphDestroy(replacement));
  usleep(20000);
  EXPECT_EQ(destroyed.load(), 4);
  CUDA_CHECK(cudaGraphDestroy(parent));
  expectDestroyed(5);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  expectDestroyed(6);
  return ok();
}
