// R-190 R-191: a stream that took part in a capture may be destroyed before the capture ends, when
// its work has been joined.
#include "check.h"

__global__ void add(int* data, int value) {
  data[threadIdx.x] += value;
}

int main() {
  int* data;
  CUDA_CHECK(cudaMalloc(&data, 2 * 32 * sizeof(int)));
  CUDA_CHECK(cudaMemset(data, 0, 2 * 32 * sizeof(int)));
  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  CUDA_CHECK(cudaEventRecord(fork, stream));
  CUDA_CHECK(cudaStreamWaitEvent(other, fork, 0));
  add<<<1, 32, 0, stream>>>(data, 1);
  add<<<1, 32, 0, other>>>(data + 32, 2);
  CUDA_CHECK(cudaEventRecord(join, other));
  CUDA_CHECK(cudaStreamWaitEvent(stream, join, 0));
  CUDA_CHECK(cudaStreamDestroy(other));
  CUDA_CHECK(cudaEventDestroy(fork));
  CUDA_CHECK(cudaEventDestroy(join));
  add<<<1, 64, 0, stream>>>(data, 4);
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_EQ(nodes, 3u);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  int host[64];
  CUDA_CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(host[i], i < 32 ? 5 : 6);
  return ok();
}
