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

// Row P-111: the driver must be as new as the runtime.
int countDevicesWithDriverOf(const char* version) {
  setenv("HEDDLE_DRIVER", FAKE_DRIVER, 1);
  setenv("FAKE_DRIVER_VERSION", version, 1);
  int count = -1;
  return cudaGetDeviceCount(&count);
}
TEST(OldDriver, IsInsufficient) {
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // in a process with no other calls
  EXPECT_EXIT(std::_Exit(countDevicesWithDriverOf("12080")),
              testing::ExitedWithCode(cudaErrorInsufficientDriver), "");
  EXPECT_EXIT(std::_Exit(countDevicesWithDriverOf("13010")), testing::ExitedWithCode(cudaSuccess),
              "");
}

} // namespace
