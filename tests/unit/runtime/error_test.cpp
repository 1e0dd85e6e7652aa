#define HEDDLE_NO_EGL_HEADER
#include "runtime_fixture.h"

#include <cuda_egl_interop.h>

#include <string>

namespace {

using ErrorTest = RuntimeTest;

// Row R-058: the code for an earlier launch that failed. No runtime has returned it since CUDA 3.1,
// but programs still compare with it and print its text.
TEST_F(ErrorTest, NamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorApiFailureBase), "cudaErrorApiFailureBase");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorPriorLaunchFailure), "cudaErrorPriorLaunchFailure");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorPriorLaunchFailure),
               "unspecified launch failure in prior launch");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(10)), "unrecognized error code");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST_F(ErrorTest, LastErrorStaysUntilRead) {
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, size_t(1) << 40), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); // a success does not clear it
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(ErrorTest, NotReadyIsNoError) {
  driver().nextQuery = CUDA_ERROR_NOT_READY;
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(ErrorTest, FaultsAreReportedAgain) {
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  driver().everyCall = CUDA_ERROR_ILLEGAL_ADDRESS;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

// As NVIDIA's drivers for PCs, the fake driver of these tests has no cuEventCreateFromEGLSync, and
// the runtime must not call what is not there.
TEST_F(ErrorTest, FunctionsThatTheDriverDoesNotHaveAreNotSupported) {
  cudaEvent_t event;
  EXPECT_EQ(cudaEventCreateFromEGLSync(&event, nullptr, 0), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

} // namespace
