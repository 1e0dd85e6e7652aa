// Shows: two streams in one capture: an event forks the second one off, another joins it.
// From: X-062 of the guide.
// Try next: leave the second event out, and read the error of cudaStreamEndCapture.
#include "steps.h"

static bool isCapturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
  return status == cudaStreamCaptureStatusActive;
}

int main() {
  DeviceArray<int> values(4);
  cudaStream_t first, second;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamCreate(&first));
  CHECK_CUDA(cudaStreamCreate(&second));
  CHECK_CUDA(cudaEventCreate(&fork));
  CHECK_CUDA(cudaEventCreate(&join));

  CHECK_CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  stepA<<<1, 1, 0, first>>>(values);
  CHECK_CUDA(cudaEventRecord(fork, first));
  CHECK_CUDA(cudaStreamWaitEvent(second, fork, 0));
  EXPECT(isCapturing(first) && isCapturing(second));
  stepB<<<1, 1, 0, first>>>(values);
  stepC<<<1, 1, 0, second>>>(values);
  CHECK_CUDA(cudaEventRecord(join, second));
  CHECK_CUDA(cudaStreamWaitEvent(first, join, 0));
  stepD<<<1, 1, 0, first>>>(values);
  CHECK_CUDA(cudaStreamEndCapture(first, &graph));
  EXPECT(!isCapturing(first) && !isCapturing(second));

  size_t edges = 0;
  CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  EXPECT(nodesOf(graph) == 4 && edges == 4); // the diamond again
  runOnce(graph);
  checkSteps(values);

  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaEventDestroy(fork));
  CHECK_CUDA(cudaEventDestroy(join));
  CHECK_CUDA(cudaStreamDestroy(first));
  CHECK_CUDA(cudaStreamDestroy(second));
  return report();
}
