// Shows: why a library that guards its resources with events is not fit for graphs.
// From: X-087 of the guide, a counter-example.
// Try next: a resource for each graph, owned by it: user_object.cu.
#include "../device_array.h"

__global__ void use(int* resource) {
  ++*resource;
}

// One resource, free again when the event after its last use has happened.
class Library {
public:
  Library() { CHECK_CUDA(cudaEventCreateWithFlags(&lastUse_, cudaEventDisableTiming)); }
  ~Library() { cudaEventDestroy(lastUse_); }

  // The answer is what the event says of the use before this one.
  cudaError_t call(cudaStream_t stream) {
    const cudaError_t state = cudaEventQuery(lastUse_);
    if (state == cudaSuccess) {
      use<<<1, 1, 0, stream>>>(resource_);
      CHECK_CUDA(cudaEventRecord(lastUse_, stream));
    }
    return state;
  }
  int uses() const { return resource_.values()[0]; }

private:
  DeviceArray<int> resource_{1};
  cudaEvent_t lastUse_;
};

int main() {
  Library library;
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  // In a stream the pattern works: the event tells when the resource is free.
  for (int i = 0; i < 3; ++i) {
    EXPECT(library.call(stream) == cudaSuccess);
    CHECK_CUDA(cudaStreamSynchronize(stream));
  }
  EXPECT(library.uses() == 3);

  // In a capture the event is a place in the graph and never happens: nobody can ask for it.
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT(library.call(stream) == cudaSuccess);
  EXPECT(library.call(stream) == cudaErrorCapturedEvent);
  EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  EXPECT(graph == nullptr);
  cudaGetLastError(); // these errors were expected
  EXPECT(library.uses() == 3);
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
