// The runtime on a machine without any driver library.
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

TEST(NoDriver, CallsSayThatTheDriverIsInsufficient) {
  setenv("HEDDLE_DRIVER", "/nonexistent/libcuda.so.1", 1);
  int version = -1, count = -1;
  EXPECT_EQ(cudaDriverGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 0);
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaErrorInsufficientDriver);
  EXPECT_EQ(count, 0);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorInsufficientDriver);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInsufficientDriver);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

} // namespace
