// Semaphores of other processes, by file descriptor: an eventfd is a binary semaphore, the 64-bit
// value at the start of a file without a name is a timeline semaphore. Streams signal and await
// them, graphs have nodes for both, and capture makes such nodes. Rows R-172, R-173, R-212, R-213,
// R-217, R-339.

// nvcc: -lcuda
#include "../conformance/check.h"

#include <atomic>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void set(int* place, int value) {
  *place = value;
}

cudaExternalSemaphore_t imported(cudaExternalSemaphoreHandleType type, int descriptor) {
  cudaExternalSemaphoreHandleDesc description = {};
  description.type = type;
  description.handle.fd = dup(descriptor); // CUDA takes it over
  cudaExternalSemaphore_t semaphore;
  CUDA_CHECK(cudaImportExternalSemaphore(&semaphore, &description));
  return semaphore;
}

cudaExternalSemaphoreSignalParams signalOf(uint64_t value) {
  cudaExternalSemaphoreSignalParams parameters = {};
  parameters.params.fence.value = value;
  return parameters;
}

cudaExternalSemaphoreWaitParams waitFor(uint64_t value) {
  cudaExternalSemaphoreWaitParams parameters = {};
  parameters.params.fence.value = value;
  return parameters;
}

struct Timeline {
  Timeline() {
    descriptor = memfd_create("timeline", 0);
    CHECK(ftruncate(descriptor, sizeof(uint64_t)) == 0);
    value = static_cast<std::atomic<uint64_t>*>(
        mmap(nullptr, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0));
    CHECK(value != MAP_FAILED);
  }
  int descriptor;
  std::atomic<uint64_t>* value;
};

// A child process answers each value of ours with the next one, through the timeline alone.
void otherProcess() {
  Timeline timeline;
  const pid_t child = fork();
  if (child == 0) {
    for (uint64_t expected = 1; expected <= 5; expected += 2) {
      while (timeline.value->load() < expected)
        usleep(100);
      timeline.value->store(expected + 1);
    }
    _Exit(0);
  }
  const auto semaphore =
      imported(cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, timeline.descriptor);
  Buffer<int> buffer(1);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  for (uint64_t value = 1; value <= 5; value += 2) {
    const auto signal = signalOf(value);
    const auto wait = waitFor(value + 1);
    CUDA_CHECK(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
    CUDA_CHECK(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
    set<<<1, 1, 0, stream>>>(buffer.device(), int(value));
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
  buffer.download();
  EXPECT_EQ(buffer[0], 5);
  EXPECT_EQ(timeline.value->load(), 6u);
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CUDA_CHECK(cudaDestroyExternalSemaphore(semaphore));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

// Two streams in turn: each waits for what the other one signals.
void binarySemaphores() {
  const auto first = imported(cudaExternalSemaphoreHandleTypeOpaqueFd, eventfd(0, 0));
  const auto second = imported(cudaExternalSemaphoreHandleTypeOpaqueFd, eventfd(0, 0));
  Buffer<int> buffer(1);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto signal = signalOf(0);
  const auto wait = waitFor(0);
  for (int round = 0; round < 3; ++round) { // a wait resets the semaphore
    CUDA_CHECK(cudaWaitExternalSemaphoresAsync(&first, &wait, 1, streams[1]));
    set<<<1, 1, 0, streams[1]>>>(buffer.device(), round);
    CUDA_CHECK(cudaSignalExternalSemaphoresAsync(&second, &signal, 1, streams[1]));
    EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(streams[1]));
    CUDA_CHECK(cudaSignalExternalSemaphoresAsync(&first, &signal, 1, streams[0]));
    CUDA_CHECK(cudaWaitExternalSemaphoresAsync(&second, &wait, 1, streams[0]));
    CUDA_CHECK(cudaStreamSynchronize(streams[0]));
    buffer.download();
    EXPECT_EQ(buffer[0], round);
  }
  CUDA_CHECK(cudaDestroyExternalSemaphore(first));
  CUDA_CHECK(cudaDestroyExternalSemaphore(second));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDestroyExternalSemaphore(second));
}

void nodes() {
  Timeline timeline;
  auto semaphore =
      imported(cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, timeline.descriptor);
  auto signal = signalOf(7);
  auto wait = waitFor(3);
  cudaGraph_t graph;
  cudaGraphNode_t waiting, signalling;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaExternalSemaphoreWaitNodeParams waitParameters = {&semaphore, &wait, 1};
  cudaExternalSemaphoreSignalNodeParams signalParameters = {&semaphore, &signal, 1};
  CUDA_CHECK(cudaGraphAddExternalSemaphoresWaitNode(&waiting, graph, nullptr, 0, &waitParameters));
  CUDA_CHECK(
      cudaGraphAddExternalSemaphoresSignalNode(&signalling, graph, &waiting, 1, &signalParameters));
  cudaGraphNodeType type;
  CUDA_CHECK(cudaGraphNodeGetType(waiting, &type));
  EXPECT_EQ(int(type), int(cudaGraphNodeTypeExtSemaphoreWait));
  CUDA_CHECK(cudaGraphNodeGetType(signalling, &type));
  EXPECT_EQ(int(type), int(cudaGraphNodeTypeExtSemaphoreSignal));
  cudaExternalSemaphoreSignalNodeParams found;
  CUDA_CHECK(cudaGraphExternalSemaphoresSignalNodeGetParams(signalling, &found));
  EXPECT_EQ(found.numExtSems, 1u);
  EXPECT_EQ(found.paramsArray[0].params.fence.value, 7u);
  CHECK(found.extSemArray[0] == semaphore);

  // Parameters of the graph's nodes can be read and set before it is instantiated.
  cudaExternalSemaphoreWaitNodeParams foundWait;
  CUDA_CHECK(cudaGraphExternalSemaphoresWaitNodeGetParams(waiting, &foundWait));
  EXPECT_EQ(foundWait.numExtSems, 1u);
  EXPECT_EQ(foundWait.paramsArray[0].params.fence.value, 3u);
  CHECK(foundWait.extSemArray[0] == semaphore);
  wait = waitFor(2);
  signal = signalOf(6);
  CUDA_CHECK(cudaGraphExternalSemaphoresWaitNodeSetParams(waiting, &waitParameters));
  CUDA_CHECK(cudaGraphExternalSemaphoresSignalNodeSetParams(signalling, &signalParameters));
  CUDA_CHECK(cudaGraphExternalSemaphoresWaitNodeGetParams(waiting, &foundWait));
  EXPECT_EQ(foundWait.paramsArray[0].params.fence.value, 2u);
  CUDA_CHECK(cudaGraphExternalSemaphoresSignalNodeGetParams(signalling, &found));
  EXPECT_EQ(found.paramsArray[0].params.fence.value, 6u);

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(0));
  EXPECT_EQ(timeline.value->load(), 0u);
  timeline.value->store(2);
  CUDA_CHECK(cudaStreamSynchronize(0));
  EXPECT_EQ(timeline.value->load(), 6u);

  // Other values for the next launch.
  wait = waitFor(8);
  signal = signalOf(9);
  CUDA_CHECK(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiting, &waitParameters));
  CUDA_CHECK(
      cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signalling, &signalParameters));
  signalParameters.numExtSems = 0; // the number of semaphores stays
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphExecExternalSemaphoresSignalNodeSetParams(
                                         exec, signalling, &signalParameters));
  CUDA_CHECK(cudaGraphLaunch(exec, 0));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(0));
  timeline.value->store(8);
  CUDA_CHECK(cudaStreamSynchronize(0));
  EXPECT_EQ(timeline.value->load(), 9u);

  // Captured, and as nodes of any kind.
  cudaStream_t stream;
  cudaGraph_t captured;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CUDA_CHECK(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
  signal = signalOf(11);
  CUDA_CHECK(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  CUDA_CHECK(cudaStreamEndCapture(stream, &captured));
  cudaGraphNodeParams any = {};
  any.type = cudaGraphNodeTypeExtSemaphoreSignal;
  const auto more = signalOf(12);
  any.extSemSignal.extSemArray = &semaphore;
  any.extSemSignal.paramsArray = &more;
  any.extSemSignal.numExtSems = 1;
  cudaGraphNode_t ends[2], last;
  size_t count = 2;
  CUDA_CHECK(cudaGraphGetNodes(captured, ends, &count));
  EXPECT_EQ(count, size_t(2));
  CUDA_CHECK(cudaGraphAddNode(&last, captured, &ends[1], nullptr, 1, &any));
  EXPECT_EQ(timeline.value->load(), 9u);
  CUDA_CHECK(cudaGraphInstantiate(&exec, captured, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(timeline.value->load(), 12u);

  // A node may name a semaphore that is gone; launching it fails.
  CUDA_CHECK(cudaDestroyExternalSemaphore(semaphore));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphLaunch(exec, stream));
}

int main() {
  otherProcess(); // first: the child must not have a copy of the driver
  binarySemaphores();
  nodes();
}
