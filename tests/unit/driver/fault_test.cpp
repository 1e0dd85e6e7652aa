#include "fixture.h"

using namespace heddle::driver::test;

namespace {

struct DriverFaultTest : ContextTest {};

TEST_F(DriverFaultTest, IllegalAddressIsStickyUntilTheContextGoes) {
  CUfunction store = loadFunction("store");
  EXPECT_CU(launch(store, 1, 1, nullptr, CUdeviceptr(0x10), 1));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  CUdeviceptr pointer;
  EXPECT_EQ(cuMemAlloc(&pointer, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(cuStreamSynchronize(nullptr), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(launch(store, 1, 1, nullptr, CUdeviceptr(0x10), 1), CUDA_ERROR_ILLEGAL_ADDRESS);
  renew();
  store = loadFunction("store");
  ASSERT_CU(cuMemAlloc(&pointer, 4));
  EXPECT_CU(launch(store, 1, 1, nullptr, pointer, 1));
  EXPECT_CU(cuCtxSynchronize());
}

TEST_F(DriverFaultTest, TrapIsALaunchFailure) {
  EXPECT_CU(launch(loadFunction("trap"), 4, 64, nullptr));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
}

TEST_F(DriverFaultTest, ResetRevivesThePrimaryContext) {
  CUcontext primary;
  ASSERT_CU(cuDevicePrimaryCtxRetain(&primary, 0));
  ASSERT_CU(cuCtxPushCurrent(primary));
  EXPECT_CU(launch(loadFunction("trap"), 1, 1, nullptr));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_CU(cuDevicePrimaryCtxReset(0));
  ASSERT_CU(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuCtxPopCurrent(nullptr));
  EXPECT_CU(cuDevicePrimaryCtxRelease(0));
}

TEST_F(DriverFaultTest, ReadingFreedMemoryIsIllegal) {
  CUdeviceptr a, b;
  ASSERT_CU(cuMemAlloc(&a, 4u << 20));
  ASSERT_CU(cuMemAlloc(&b, 4));
  EXPECT_CU(cuMemFree(a));
  EXPECT_CU(launch(loadFunction("add"), 1, 1, nullptr, b, a, 1, 1));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
}

} // namespace
