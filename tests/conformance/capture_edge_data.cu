// While a stream is captured, the information on it has an edge for each dependency, of the default
// kind; callers that do not ask for edges get the rest.
#include "check.h"

__global__ void nothing() {}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  size_t count = 0;
  CUDA_CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, &edges, &count));
  EXPECT_EQ(count, 1u);
  CHECK(dependencies != nullptr && edges != nullptr);
  EXPECT_EQ(static_cast<int>(edges[0].from_port), 0);
  EXPECT_EQ(static_cast<int>(edges[0].to_port), 0);
  EXPECT_EQ(static_cast<int>(edges[0].type), 0);
  count = 0;
  CUDA_CHECK(
      cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, nullptr, &count));
  EXPECT_EQ(count, 1u);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return ok();
}
