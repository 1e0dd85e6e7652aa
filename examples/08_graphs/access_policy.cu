// Shows: a kernel node of a graph with a window of memory that should stay in the cache.
// From: X-048 of the guide.
// Try next: 13_performance/persisting_l2.cu, for streams.
#include <algorithm>

#include "../device_array.h"

__global__ void increment(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    ++data[i];
}

int main() {
  const int n = 1024;
  DeviceArray<int> data(n);
  cudaStream_t stream;
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  increment<<<1, 128, 0, stream>>>(data, n);
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  cudaGraphNode_t node;
  size_t count = 1;
  CHECK_CUDA(cudaGraphGetNodes(graph, &node, &count));

  int largest = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&largest, cudaDevAttrMaxAccessPolicyWindowSize, 0));
  cudaLaunchAttributeValue value = {};
  value.accessPolicyWindow.base_ptr = data;
  value.accessPolicyWindow.num_bytes = std::min<size_t>(n * sizeof(int), largest);
  value.accessPolicyWindow.hitRatio = 0.6f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK_CUDA(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));

  cudaLaunchAttributeValue back = {};
  CHECK_CUDA(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &back));
  EXPECT(back.accessPolicyWindow.base_ptr == static_cast<int*>(data));
  EXPECT(back.accessPolicyWindow.num_bytes == value.accessPolicyWindow.num_bytes);
  EXPECT(back.accessPolicyWindow.hitRatio == 0.6f);
  EXPECT(back.accessPolicyWindow.hitProp == cudaAccessPropertyPersisting);

  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round)
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  EXPECT(data.values() == std::vector<int>(n, 3));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
