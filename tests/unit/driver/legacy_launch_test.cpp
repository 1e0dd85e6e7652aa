#include "fixture.h"

#include <cstdlib>

using namespace heddle::driver::test;

namespace {

struct LegacyLaunchTest : ContextTest {};

TEST_F(LegacyLaunchTest, D062_D063_D064_D065_ParametersAndShapeAreSetOneByOne) {
  CUfunction function = loadFunction("add");
  CUdeviceptr in = 0, out = 0;
  constexpr unsigned n = 100;
  ASSERT_CU(cuMemAlloc(&in, n * 4));
  ASSERT_CU(cuMemAlloc(&out, n * 4));
  EXPECT_CU(cuMemsetD32(in, 5, n));
  EXPECT_CU(cuFuncSetBlockShape(function, 32, 1, 1));
  EXPECT_CU(cuParamSetv(function, 0, &out, sizeof out));
  EXPECT_CU(cuParamSetv(function, 8, &in, sizeof in));
  EXPECT_CU(cuParamSeti(function, 16, n));
  EXPECT_CU(cuParamSeti(function, 20, 7));
  EXPECT_CU(cuParamSetSize(function, 24));
  EXPECT_CU(cuLaunchGrid(function, 4, 1));
  std::vector<int> result(n);
  EXPECT_CU(cuMemcpyDtoH(result.data(), out, n * 4));
  EXPECT_EQ(result, std::vector<int>(n, 12));
  // What was set stays for the next launch, here of one block.
  EXPECT_CU(cuParamSeti(function, 20, 8));
  EXPECT_CU(cuLaunch(function));
  EXPECT_CU(cuMemcpyDtoH(result.data(), out, n * 4));
  EXPECT_EQ(result[31], 13);
  EXPECT_EQ(result[32], 12);
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, 0));
  EXPECT_CU(cuLaunchGridAsync(function, 4, 1, stream));
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_CU(cuMemcpyDtoH(result.data(), out, n * 4));
  EXPECT_EQ(result[99], 13);
}

TEST_F(LegacyLaunchTest, D062_D064_D067_BadValuesAreRefused) {
  CUfunction function = loadFunction("store");
  int value = 0;
  EXPECT_EQ(cuFuncSetBlockShape(function, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetBlockShape(function, 1024, 1024, 64), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetBlockShape(nullptr, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuParamSetv(function, -1, &value, 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSetv(function, 0, &value, 1 << 30), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchGrid(function, 0, 1), CUDA_ERROR_INVALID_VALUE);
  // Parameters that are too long for the kernel, and more shared memory than there is.
  EXPECT_CU(cuParamSetSize(function, 20));
  EXPECT_EQ(cuLaunchGrid(function, 1, 1), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  EXPECT_EQ(cuFuncSetSharedSize(function, 1 << 20), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(LegacyLaunchTest, D035_AttachAndDetachCountUses) {
  CUcontext attached = nullptr;
  EXPECT_CU(cuCtxAttach(&attached, 0));
  EXPECT_EQ(attached, context);
  EXPECT_CU(cuCtxDetach(context));
  CUdeviceptr memory = 0;
  EXPECT_CU(cuMemAlloc(&memory, 4)); // still one use left
}

} // namespace
