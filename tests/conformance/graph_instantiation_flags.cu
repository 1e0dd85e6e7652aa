// The ways to instantiate a graph, the flags that an executable graph remembers, the mode in which
// a thread treats captures of others, and the picture of a graph as a file for Graphviz.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static void CUDART_CB nothing(void*) {}

static void instantiation(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  unsigned long long flags = 9;
  // The driver does not remember that priorities of nodes are used.
  CUDA_CHECK(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagUseNodePriority));
  CUDA_CHECK(cudaGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(flags, 0);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  // An upload needs a stream, for which this function has no parameter.
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagUpload));

  cudaGraphInstantiateParams params = {};
  params.flags = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload;
  CUDA_CHECK(cudaGraphInstantiateWithParams(&exec, graph, &params));
  CHECK(params.result_out == cudaGraphInstantiateSuccess);
  CUDA_CHECK(cudaGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(flags, static_cast<unsigned long long>(cudaGraphInstantiateFlagAutoFreeOnLaunch));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  CUDA_CHECK(cudaStreamSynchronize(0));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
}

// In the relaxed mode a thread may allocate while a stream is captured in the strictest mode.
static void captureModes() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  CUDA_CHECK(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == cudaStreamCaptureModeGlobal);
  void* memory;
  CUDA_CHECK(cudaMalloc(&memory, 16));
  CUDA_CHECK(cudaFree(memory));
  CUDA_CHECK(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == cudaStreamCaptureModeRelaxed);
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

static void picture(cudaGraph_t graph) {
  char path[] = "graph_XXXXXX";
  const int file = mkstemp(path);
  CHECK(file >= 0);
  CUDA_CHECK(cudaGraphDebugDotPrint(graph, path, 0));
  char text[4096] = "";
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  unlink(path);
  CHECK(length > 0);
  CHECK(strstr(text, "digraph") != nullptr);
  CHECK(strstr(text, "->") != nullptr); // the edge between the two nodes
}

int main() {
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaHostNodeParams params = {nothing, nullptr};
  cudaGraphNode_t first, second;
  CUDA_CHECK(cudaGraphAddHostNode(&first, graph, nullptr, 0, &params));
  CUDA_CHECK(cudaGraphAddHostNode(&second, graph, &first, 1, &params));
  instantiation(graph);
  captureModes();
  picture(graph);
  CUDA_CHECK(cudaGraphDestroy(graph));
  return ok();
}
