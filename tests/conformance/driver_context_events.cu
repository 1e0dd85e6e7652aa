// Events of a whole context: recorded, they wait for the work of all its streams; waited for, they
// hold up later work of all of them, also of streams that are made later.
// nvcc: -lcuda
#include <chrono>
#include <thread>

#include "driver.h"
#include "gate.h"

__global__ void mark(int* place, int* slot) {
  *slot = atomicAdd(place, 1) + 1;
}

static int* place;
static volatile int* slots;
static int* deviceSlots;

static void put(int slot, cudaStream_t stream) {
  mark<<<1, 1, 0, stream>>>(place, deviceSlots + slot);
  CUDA_CHECK(cudaGetLastError());
}

static void reset() {
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemset(place, 0, sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i)
    slots[i] = 0;
}

int main() {
  int* host;
  CUDA_CHECK(cudaMalloc(&place, sizeof(int)));
  CUDA_CHECK(cudaHostAlloc(&host, 4096, cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&deviceSlots, host, 0));
  slots = host;
  cudaStream_t blocking, apart;
  CUDA_CHECK(cudaStreamCreate(&blocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
  put(0, 0); // loaded before anything is held
  CUcontext context;
  CUevent event, held;
  DRIVER_CHECK(cuCtxGetCurrent(&context));
  DRIVER_CHECK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  DRIVER_CHECK(cuEventCreate(&held, CU_EVENT_DISABLE_TIMING));

  // Nothing to wait for, then each of the streams.
  CUDA_CHECK(cudaDeviceSynchronize());
  DRIVER_CHECK(cuCtxRecordEvent(context, event));
  DRIVER_CHECK(cuEventSynchronize(event));
  for (cudaStream_t stream : {blocking, apart, cudaStream_t{}, cudaStreamPerThread}) {
    reset();
    Gate gate;
    gate.close(stream);
    put(1, stream);
    DRIVER_CHECK(cuCtxRecordEvent(context, event));
    EXPECT_DRIVER(CUDA_ERROR_NOT_READY, cuEventQuery(event));
    gate.open();
    DRIVER_CHECK(cuEventSynchronize(event));
    EXPECT_EQ(slots[1], 1);
  }

  // What is recorded earlier does not wait for later work.
  reset();
  {
    Gate gate;
    put(1, blocking);
    DRIVER_CHECK(cuCtxRecordEvent(context, event));
    gate.close(apart);
    DRIVER_CHECK(cuEventSynchronize(event));
    EXPECT_EQ(slots[1], 1);
    gate.open();
    CUDA_CHECK(cudaStreamSynchronize(apart));
  }

  // All streams wait, the one that is made afterwards too.
  reset();
  {
    Gate gate;
    gate.close(apart);
    put(1, apart);
    DRIVER_CHECK(cuEventRecord(held, apart));
    DRIVER_CHECK(cuCtxWaitEvent(context, held));
    cudaStream_t later;
    CUDA_CHECK(cudaStreamCreateWithFlags(&later, cudaStreamNonBlocking));
    put(2, blocking);
    put(3, later);
    put(4, cudaStreamPerThread);
    std::thread opener([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      gate.open();
    });
    for (cudaStream_t stream : {later, blocking, cudaStream_t{cudaStreamPerThread}})
      CUDA_CHECK(cudaStreamSynchronize(stream));
    opener.join();
    EXPECT_EQ(slots[1], 1);
    for (int i = 2; i <= 4; ++i)
      CHECK(slots[i] > 1);
    CUDA_CHECK(cudaStreamDestroy(later));
  }

  // A captured stream is no part of this: the call is refused and the capture is lost.
  reset();
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(cudaStreamBeginCapture(apart, cudaStreamCaptureModeRelaxed));
  EXPECT_DRIVER(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxRecordEvent(context, event));
  EXPECT_CUDA(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(apart, &graph));
  cudaGetLastError();
  DRIVER_CHECK(cuCtxRecordEvent(context, event));
  DRIVER_CHECK(cuEventSynchronize(event));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_HANDLE, cuCtxRecordEvent(context, nullptr));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_HANDLE, cuCtxWaitEvent(context, nullptr));
  return ok();
}
