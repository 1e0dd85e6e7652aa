// R-170 R-171 R-210 R-211 R-218: nodes that record an event or wait for one; their event is read
// and exchanged in the graph, and exchanged in the instantiated graph. An event that nothing has
// recorded has no time, which tells whether a node has recorded it.
#include "gate.h"

__global__ void add(int* value) {
  ++*value;
}

static cudaGraphNode_t addKernel(cudaGraph_t graph, cudaGraphNode_t after, int* value) {
  void* arguments[] = {&value};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(add);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, &after, 1, &params));
  return node;
}

static cudaEvent_t newEvent() {
  cudaEvent_t event;
  CUDA_CHECK(cudaEventCreate(&event));
  return event;
}

static void runOnce(cudaGraphExec_t exec, cudaStream_t stream) {
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

static cudaError_t timeBetween(cudaEvent_t start, cudaEvent_t stop) {
  float milliseconds = -1;
  const cudaError_t error = cudaEventElapsedTime(&milliseconds, start, stop);
  CHECK(error != cudaSuccess || milliseconds >= 0);
  cudaGetLastError();
  return error;
}

static void recordNodes(int* value, cudaStream_t stream) {
  cudaEvent_t start = newEvent(), first = newEvent(), second = newEvent(), third = newEvent();
  cudaGraph_t graph;
  cudaGraphNode_t begin, end;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphAddEventRecordNode(&begin, graph, nullptr, 0, start));
  const cudaGraphNode_t kernel = addKernel(graph, begin, value);
  CUDA_CHECK(cudaGraphAddEventRecordNode(&end, graph, &kernel, 1, first));
  cudaEvent_t event = nullptr;
  CUDA_CHECK(cudaGraphEventRecordNodeGetEvent(end, &event));
  CHECK(event == first);
  CUDA_CHECK(cudaGraphEventRecordNodeSetEvent(end, second));
  CUDA_CHECK(cudaGraphEventRecordNodeGetEvent(end, &event));
  CHECK(event == second);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  runOnce(exec, stream);
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, timeBetween(start, first)); // was exchanged before
  EXPECT_CUDA(cudaSuccess, timeBetween(start, second));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, timeBetween(start, third));
  CUDA_CHECK(cudaGraphExecEventRecordNodeSetEvent(exec, end, third));
  runOnce(exec, stream);
  EXPECT_CUDA(cudaSuccess, timeBetween(start, third));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  for (cudaEvent_t each : {start, first, second, third})
    CUDA_CHECK(cudaEventDestroy(each));
}

static void waitNodes(int* value, cudaStream_t stream) {
  cudaEvent_t pending = newEvent(), done = newEvent();
  cudaStream_t other;
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaGraph_t graph;
  cudaGraphNode_t wait;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, done));
  addKernel(graph, wait, value);
  cudaEvent_t event = nullptr;
  CUDA_CHECK(cudaGraphEventWaitNodeGetEvent(wait, &event));
  CHECK(event == done);
  CUDA_CHECK(cudaGraphEventWaitNodeSetEvent(wait, pending));
  CUDA_CHECK(cudaGraphEventWaitNodeGetEvent(wait, &event));
  CHECK(event == pending);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  Gate gate;
  gate.close(other);
  CUDA_CHECK(cudaEventRecord(pending, other));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(stream)); // the event is behind the gate
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));

  Gate second;
  second.close(other);
  CUDA_CHECK(cudaEventRecord(pending, other));
  CUDA_CHECK(cudaGraphExecEventWaitNodeSetEvent(exec, wait, done));
  runOnce(exec, stream); // does not wait for the gate any more
  second.open();
  CUDA_CHECK(cudaStreamSynchronize(other));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(other));
  CUDA_CHECK(cudaEventDestroy(pending));
  CUDA_CHECK(cudaEventDestroy(done));
}

int main() {
  Buffer<int> value(1);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  recordNodes(value.device(), stream);
  waitNodes(value.device(), stream);
  value.download();
  EXPECT_EQ(value[0], 4);
  CUDA_CHECK(cudaStreamDestroy(stream));
  return ok();
}
