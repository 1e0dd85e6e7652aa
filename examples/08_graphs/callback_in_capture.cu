// Shows: why a library that frees its resource in a stream's callback cannot be captured.
// From: X-088 of the guide, a counter-example.
// Try next: cudaLaunchHostFunc, which can be captured; but a graph may be launched twice.
#include <atomic>

#include "../example.h"

static std::atomic<int> alive{0};

struct Resource {
  Resource() { ++alive; }
  ~Resource() { --alive; }
};

__global__ void use() {}

static cudaError_t libraryCall(cudaStream_t stream) {
  auto* resource = new Resource;
  use<<<1, 1, 0, stream>>>();
  const cudaError_t error = cudaStreamAddCallback(
      stream,
      [](cudaStream_t, cudaError_t, void* pointer) { delete static_cast<Resource*>(pointer); },
      resource, 0);
  if (error != cudaSuccess)
    delete resource;
  return error;
}

int main() {
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  EXPECT(libraryCall(stream) == cudaSuccess);
  CHECK_CUDA(cudaStreamSynchronize(stream));
  EXPECT(alive == 0);

  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT(libraryCall(stream) == cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  EXPECT(graph == nullptr && alive == 0);
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
