// Allocation of nothing, null pointers, and the implicit context.
#include "runtime_fixture.h"

namespace {

using CallTest = RuntimeTest;

TEST_F(CallTest, AllocationsOfNothingAreNull) {
  void* memory = &memory;
  EXPECT_EQ(cudaMalloc(&memory, 0), cudaSuccess);
  EXPECT_EQ(memory, nullptr);
  memory = &memory;
  EXPECT_EQ(cudaMallocHost(&memory, 0), cudaSuccess);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(nullptr), cudaSuccess);
  EXPECT_EQ(count("cuMemAlloc") + count("cuMemFree") + count("cuMemFreeHost"), 0);
  EXPECT_EQ(cudaMalloc(static_cast<void**>(nullptr), 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&memory, 4, 0), cudaErrorInvalidValue);
}

TEST_F(CallTest, FreeOfNullStartsTheContext) {
  EXPECT_EQ(driver().activeContexts, 0);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(driver().activeContexts, 1);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(driver().activeContexts, 1);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(driver().activeContexts, 0);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess); // nothing left to reset
  EXPECT_EQ(count("cuDevicePrimaryCtxReset"), 1);
}

} // namespace
