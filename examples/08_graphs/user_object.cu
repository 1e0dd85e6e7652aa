// Shows: an object that a graph owns: it lives until the last launch that needs it has ended.
// From: X-089 of the guide.
// Try next: two graphs that share the object.
#include <atomic>
#include <sched.h>

#include "../example.h"

static std::atomic<int> destroyed{0}, isKernelDone{0}, wasKernelDone{0};
static std::atomic<bool> isOpen{false};

// Something that kernels of the graph use.
struct Object {
  ~Object() {
    wasKernelDone = isKernelDone.load();
    ++destroyed;
  }
};

// Holds the graph until the program has let go of everything.
static void CUDART_CB hold(void*) {
  while (!isOpen)
    sched_yield();
  isKernelDone = 1;
}

int main() {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  cudaHostNodeParams parameters = {hold, nullptr};
  CHECK_CUDA(cudaGraphAddHostNode(&node, graph, nullptr, 0, &parameters));

  cudaUserObject_t object;
  auto destroy = [](void* pointer) { delete static_cast<Object*>(pointer); };
  CHECK_CUDA(cudaUserObjectCreate(&object, new Object, destroy, 1, cudaUserObjectNoDestructorSync));
  CHECK_CUDA(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));

  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0)); // has a reference of its own
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaGraphExecDestroy(exec)); // the launch keeps what it needs
  EXPECT(destroyed == 0);
  isOpen = true;
  CHECK_CUDA(cudaStreamSynchronize(stream));
  while (destroyed == 0) // the system may destroy it in a thread of its own, a little later
    sched_yield();
  EXPECT(destroyed == 1);
  EXPECT(wasKernelDone == 1);
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
