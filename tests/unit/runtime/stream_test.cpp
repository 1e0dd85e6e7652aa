#include "runtime_fixture.h"

namespace {

using StreamTest = RuntimeTest;

TEST_F(StreamTest, DefaultStreamsCannotBeDestroyed) {
  EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(cudaStreamLegacy), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(cudaStreamPerThread), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(count("cuStreamDestroy"), 0);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(count("cuStreamDestroy"), 1);
}

TEST_F(StreamTest, HostFunctionsAndCallbacks) {
  int calls = 0;
  EXPECT_EQ(cudaLaunchHostFunc(
                nullptr, [](void* data) { ++*static_cast<int*>(data); }, &calls),
            cudaSuccess);
  EXPECT_EQ(cudaStreamAddCallback(
                nullptr,
                [](cudaStream_t, cudaError_t status, void* data) {
                  EXPECT_EQ(status, cudaSuccess);
                  ++*static_cast<int*>(data);
                },
                &calls, 0),
            cudaSuccess);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(cudaStreamAddCallback(nullptr, nullptr, nullptr, 0), cudaErrorInvalidValue);
}

TEST_F(StreamTest, ElapsedTime) {
  float milliseconds = 0;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, nullptr, nullptr), cudaSuccess);
  EXPECT_EQ(milliseconds, 1.5f);
  EXPECT_EQ(cudaEventElapsedTime(nullptr, nullptr, nullptr), cudaErrorInvalidValue);
}

} // namespace
