#include "fixture.h"

#include <atomic>
#include <chrono>
#include <thread>

extern "C" {
CUresult cuLaunchHostFunc_ptsz(CUstream, CUhostFn, void*);
CUresult cuStreamQuery_ptsz(CUstream);
}

using namespace heddle::driver::test;

namespace {

struct StreamTest : ContextTest {
  std::atomic<bool> open{false};
  static void hold(void* self) {
    while (!static_cast<StreamTest*>(self)->open)
      std::this_thread::yield();
  }
  void TearDown() override {
    open = true;
    ContextTest::TearDown();
  }
};

TEST_F(StreamTest, QueryAndSynchronize) {
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  EXPECT_CU(cuStreamQuery(stream));
  EXPECT_CU(cuLaunchHostFunc(stream, hold, this));
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  EXPECT_CU(cuStreamQuery(nullptr)); // a non-blocking stream does not hold the default stream
  open = true;
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_CU(cuStreamQuery(stream));
  unsigned flags = 0;
  EXPECT_CU(cuStreamGetFlags(stream, &flags));
  EXPECT_EQ(flags, unsigned(CU_STREAM_NON_BLOCKING));
  EXPECT_EQ(cuStreamCreate(&stream, 0x80), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(StreamTest, DefaultStreamsAndBlockingStreams) {
  CUstream blocking;
  ASSERT_CU(cuStreamCreate(&blocking, 0));
  EXPECT_CU(cuLaunchHostFunc(blocking, hold, this));
  EXPECT_EQ(cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(cuStreamQuery(CU_STREAM_LEGACY), CUDA_ERROR_NOT_READY);
  EXPECT_CU(cuStreamQuery(CU_STREAM_PER_THREAD));
  open = true;
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuStreamQuery(nullptr));
}

TEST_F(StreamTest, EventsOrderAndTell) {
  CUstream a, b;
  CUevent event;
  ASSERT_CU(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
  ASSERT_CU(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
  ASSERT_CU(cuEventCreate(&event, 0));
  EXPECT_CU(cuEventQuery(event)); // never recorded
  EXPECT_CU(cuLaunchHostFunc(a, hold, this));
  EXPECT_CU(cuEventRecord(event, a));
  EXPECT_EQ(cuEventQuery(event), CUDA_ERROR_NOT_READY);
  EXPECT_CU(cuStreamWaitEvent(b, event, 0));
  EXPECT_EQ(cuStreamQuery(b), CUDA_ERROR_NOT_READY);
  open = true;
  EXPECT_CU(cuEventSynchronize(event));
  EXPECT_CU(cuStreamSynchronize(b));
  EXPECT_CU(cuEventDestroy(event));
  EXPECT_EQ(cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(StreamTest, ElapsedTime) {
  CUevent start, stop, untimed;
  ASSERT_CU(cuEventCreate(&start, 0));
  ASSERT_CU(cuEventCreate(&stop, CU_EVENT_BLOCKING_SYNC));
  ASSERT_CU(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
  float ms = -1;
  EXPECT_EQ(cuEventElapsedTime(&ms, start, stop), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_CU(cuEventRecord(start, nullptr));
  EXPECT_CU(cuLaunchHostFunc(
      nullptr, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }, nullptr));
  EXPECT_CU(cuEventRecord(stop, nullptr));
  EXPECT_CU(cuEventRecord(untimed, nullptr));
  EXPECT_EQ(cuEventElapsedTime(&ms, start, stop), CUDA_ERROR_NOT_READY);
  EXPECT_CU(cuEventSynchronize(stop));
  EXPECT_CU(cuEventElapsedTime(&ms, start, stop));
  EXPECT_GE(ms, 19.0f);
  EXPECT_LT(ms, 5000.0f);
  EXPECT_EQ(cuEventElapsedTime(&ms, start, untimed), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(StreamTest, CallbackGetsStreamStatusAndData) {
  struct Seen {
    CUstream stream = nullptr;
    CUresult status = CUDA_ERROR_UNKNOWN;
  } seen;
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, 0));
  EXPECT_CU(cuStreamAddCallback(
      stream,
      [](CUstream s, CUresult status, void* data) { *static_cast<Seen*>(data) = {s, status}; },
      &seen, 0));
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_EQ(seen.stream, stream);
  EXPECT_EQ(seen.status, CUDA_SUCCESS);
}

TEST_F(StreamTest, HostFunctionsMayNotCallTheDriver) {
  CUresult seen = CUDA_SUCCESS;
  EXPECT_CU(cuLaunchHostFunc(
      nullptr, [](void* data) { *static_cast<CUresult*>(data) = cuCtxSynchronize(); }, &seen));
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_EQ(seen, CUDA_ERROR_NOT_PERMITTED);
}

TEST_F(StreamTest, PerThreadFormsActOnTheThreadsOwnStream) {
  EXPECT_CU(cuLaunchHostFunc_ptsz(nullptr, hold, this));
  EXPECT_EQ(cuStreamQuery_ptsz(nullptr), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(cuStreamQuery(CU_STREAM_PER_THREAD), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(cuStreamQuery(nullptr), CUDA_ERROR_NOT_READY); // the legacy stream waits for it
  std::thread([&] {
    EXPECT_CU(cuCtxSetCurrent(context));
    EXPECT_CU(cuStreamQuery_ptsz(nullptr));
  }).join();
  open = true;
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuStreamQuery_ptsz(nullptr));
}

} // namespace
