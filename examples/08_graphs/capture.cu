// Shows: a graph from what is put into a stream, also by a library that knows nothing of it.
// From: X-061 of the guide.
// Try next: cudaGraphDebugDotPrint, and look at the picture.
#include "steps.h"

// Stands for a function of another library that is given a stream.
static void libraryCall(cudaStream_t stream, int* values) {
  stepC<<<1, 1, 0, stream>>>(values);
}

int main() {
  DeviceArray<int> values(4);
  cudaStream_t stream;
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  stepA<<<1, 1, 0, stream>>>(values);
  stepB<<<1, 1, 0, stream>>>(values);
  libraryCall(stream, values);
  stepD<<<1, 1, 0, stream>>>(values);
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  EXPECT(values.values() == std::vector<int>(4)); // nothing has run yet

  size_t edges = 0, roots = 0;
  CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  CHECK_CUDA(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT(nodesOf(graph) == 4 && edges == 3 && roots == 1); // one after the other
  runOnce(graph);
  checkSteps(values);
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
