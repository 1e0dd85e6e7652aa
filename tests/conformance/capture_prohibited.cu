// R-189 R-192 R-195 R-196 R-197 R-198 R-199: what is refused while a stream is captured, and what
// the work after a capture depends on.
#include "gate.h"

__global__ void append(int* value, int digit) {
  *value = *value * 10 + digit;
}

static cudaStream_t newStream(unsigned flags = cudaStreamDefault) {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, flags));
  return stream;
}

static cudaEvent_t newEvent() {
  cudaEvent_t event;
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}

static void begin(cudaStream_t stream) {
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
}

// Ends a capture that was made invalid.
static void endInvalid(cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  EXPECT_CUDA(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
  CHECK(graph == nullptr);
  cudaGetLastError();
}

// A copy that synchronises would put work into the legacy stream, which waits for the captured one.
static void synchronousCopy(int* value) {
  cudaStream_t stream = newStream();
  begin(stream);
  int host = 0;
  EXPECT_CUDA(cudaErrorStreamCaptureImplicit,
              cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
  endInvalid(stream);
  CUDA_CHECK(cudaStreamDestroy(stream));
}

static void eventsOfOthers() {
  cudaStream_t stream = newStream(cudaStreamNonBlocking);
  cudaStream_t other = newStream(cudaStreamNonBlocking);
  cudaEvent_t event = newEvent();
  // An event that was recorded outside of the capture.
  CUDA_CHECK(cudaEventRecord(event, other));
  begin(stream);
  EXPECT_CUDA(cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(stream, event, 0));
  endInvalid(stream);
  // An event of another capture.
  begin(stream);
  begin(other);
  CUDA_CHECK(cudaEventRecord(event, other));
  EXPECT_CUDA(cudaErrorStreamCaptureMerge, cudaStreamWaitEvent(stream, event, 0));
  endInvalid(stream);
  endInvalid(other);
  // An event of a capture has not happened, so that there is nothing to wait for or to ask.
  begin(stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  EXPECT_CUDA(cudaErrorCapturedEvent, cudaEventQuery(event));
  endInvalid(stream);
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaStreamDestroy(other));
}

static void unsupportedCalls() {
  int* managed;
  CUDA_CHECK(cudaMallocManaged(&managed, sizeof(int)));
  cudaStream_t stream = newStream(cudaStreamNonBlocking);
  begin(stream);
  EXPECT_CUDA(cudaErrorStreamCaptureUnsupported,
              cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
  endInvalid(stream);
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(managed));
}

// The legacy stream cannot be captured, that of the thread can.
static void defaultStreams() {
  EXPECT_CUDA(cudaErrorStreamCaptureUnsupported,
              cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
  cudaGetLastError();
  begin(cudaStreamPerThread);
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(cudaStreamPerThread, &graph));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

// What follows a capture comes after what was there before it, and what was captured is left out.
static void afterCapture(Buffer<int>& value) {
  cudaStream_t stream = newStream(cudaStreamNonBlocking);
  Gate gate;
  gate.close(stream);
  append<<<1, 1, 0, stream>>>(value.device(), 1);
  begin(stream);
  append<<<1, 1, 0, stream>>>(value.device(), 5);
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  append<<<1, 1, 0, stream>>>(value.device(), 2);
  CUDA_CHECK(cudaGetLastError());
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(stream));
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));
  value.download();
  EXPECT_EQ(value[0], 12);
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

int main() {
  Buffer<int> value(1);
  // The first launch loads the kernel, which may wait for the whole device, also for the gate
  // below.
  append<<<1, 1>>>(value.device(), 0);
  CUDA_CHECK(cudaDeviceSynchronize());
  synchronousCopy(value.device());
  eventsOfOthers();
  unsupportedCalls();
  defaultStreams();
  afterCapture(value);
  return ok();
}
