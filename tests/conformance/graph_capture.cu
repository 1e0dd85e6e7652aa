// R-184 R-185 R-186 R-187 R-188 R-190 R-191 R-193 R-194 R-200: streams captured into graphs: one
// stream, streams that join through events, and what is refused meanwhile.
#include <vector>

#include "check.h"

__global__ void add(int* data, int count, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] += value;
}

__global__ void sum(int* out, const int* a, const int* b, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = a[i] + b[i];
}

namespace {

constexpr int kCount = 4096;
constexpr size_t kBytes = kCount * sizeof(int);
constexpr int kBlocks = kCount / 256;

cudaStreamCaptureStatus status(cudaStream_t stream) {
  cudaStreamCaptureStatus found;
  CUDA_CHECK(cudaStreamIsCapturing(stream, &found));
  return found;
}

} // namespace

int main() {
  int *a, *b, *out;
  CUDA_CHECK(cudaMalloc(&a, kBytes));
  CUDA_CHECK(cudaMalloc(&b, kBytes));
  CUDA_CHECK(cudaMalloc(&out, kBytes));
  int* host;
  CUDA_CHECK(cudaMallocHost(&host, kBytes));
  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  EXPECT_EQ(status(stream), cudaStreamCaptureStatusNone);
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_EQ(status(stream), cudaStreamCaptureStatusActive);
  CUDA_CHECK(cudaMemsetAsync(a, 0, kBytes, stream));
  CUDA_CHECK(cudaEventRecord(fork, stream));
  CUDA_CHECK(cudaStreamWaitEvent(other, fork, 0));
  EXPECT_EQ(status(other), cudaStreamCaptureStatusActive);
  add<<<kBlocks, 256, 0, stream>>>(a, kCount, 3);
  CUDA_CHECK(cudaMemsetAsync(b, 0, kBytes, other));
  add<<<kBlocks, 256, 0, other>>>(b, kCount, 4);
  CUDA_CHECK(cudaEventRecord(join, other));
  CUDA_CHECK(cudaStreamWaitEvent(stream, join, 0));
  sum<<<kBlocks, 256, 0, stream>>>(out, a, b, kCount);
  CUDA_CHECK(cudaMemcpyAsync(host, out, kBytes, cudaMemcpyDeviceToHost, stream));
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(graph != nullptr);
  EXPECT_EQ(status(stream), cudaStreamCaptureStatusNone);
  EXPECT_EQ(status(other), cudaStreamCaptureStatusNone);

  // Nothing has run; the graph has the six operations.
  size_t nodes = 0, edges = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_EQ(nodes, 6);
  CUDA_CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 6);
  CUDA_CHECK(cudaMemset(out, 0, kBytes));
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 20; ++round) {
    host[0] = host[kCount - 1] = 0;
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < kCount; ++i)
      EXPECT_EQ_AT(i, host[i], 7);
  }

  // Captured again with other arguments, it is an update.
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  CUDA_CHECK(cudaMemsetAsync(a, 0, kBytes, stream));
  CUDA_CHECK(cudaEventRecord(fork, stream));
  CUDA_CHECK(cudaStreamWaitEvent(other, fork, 0));
  add<<<kBlocks, 256, 0, stream>>>(a, kCount, 30);
  CUDA_CHECK(cudaMemsetAsync(b, 0, kBytes, other));
  add<<<kBlocks, 256, 0, other>>>(b, kCount, 40);
  CUDA_CHECK(cudaEventRecord(join, other));
  CUDA_CHECK(cudaStreamWaitEvent(stream, join, 0));
  sum<<<kBlocks, 256, 0, stream>>>(out, a, b, kCount);
  CUDA_CHECK(cudaMemcpyAsync(host, out, kBytes, cudaMemcpyDeviceToHost, stream));
  cudaGraph_t second;
  CUDA_CHECK(cudaStreamEndCapture(stream, &second));
  cudaGraphExecUpdateResultInfo info;
  CUDA_CHECK(cudaGraphExecUpdate(exec, second, &info));
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(host[17], 70);

  // What waits for a captured stream spoils the capture.
  cudaGraph_t none;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  add<<<kBlocks, 256, 0, stream>>>(a, kCount, 1);
  EXPECT_CUDA(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(stream));
  EXPECT_EQ(status(stream), cudaStreamCaptureStatusInvalidated);
  EXPECT_CUDA(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &none));
  CHECK(none == nullptr);
  EXPECT_EQ(status(stream), cudaStreamCaptureStatusNone);

  // A stream that joined and was not joined back.
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CUDA_CHECK(cudaEventRecord(fork, stream));
  CUDA_CHECK(cudaStreamWaitEvent(other, fork, 0));
  add<<<kBlocks, 256, 0, other>>>(b, kCount, 1);
  EXPECT_CUDA(cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(stream, &none));

  // The legacy stream cannot be captured, nor used beside a blocking stream that is.
  EXPECT_CUDA(cudaErrorStreamCaptureUnsupported,
              cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
  EXPECT_CUDA(cudaErrorIllegalState, cudaStreamEndCapture(stream, &none));
  cudaGetLastError();

  // Everything still works outside.
  add<<<kBlocks, 256, 0, stream>>>(out, kCount, 1);
  CUDA_CHECK(cudaMemcpyAsync(host, out, kBytes, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(host[5], 71);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaGraphDestroy(second));
  return ok();
}
