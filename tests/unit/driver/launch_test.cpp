#include "fixture.h"

#include <chrono>
#include <numeric>

using namespace heddle::driver::test;

namespace {

struct LaunchTest : ContextTest {};

TEST_F(LaunchTest, VectorAddOverManyShapes) {
  CUfunction add = loadFunction("add");
  constexpr int kCount = 10007;
  std::vector<int> in(kCount), out(kCount);
  std::iota(in.begin(), in.end(), 0);
  CUdeviceptr a, b;
  ASSERT_CU(cuMemAlloc(&a, kCount * 4));
  ASSERT_CU(cuMemAlloc(&b, kCount * 4));
  EXPECT_CU(cuMemcpyHtoD(a, in.data(), kCount * 4));
  for (unsigned block : {1u, 7u, 32u, 128u, 1024u}) {
    EXPECT_CU(cuMemsetD8(b, 0, kCount * 4));
    EXPECT_CU(launch(add, (kCount + block - 1) / block, block, nullptr, b, a, kCount, int(block)));
    EXPECT_CU(cuMemcpyDtoH(out.data(), b, kCount * 4));
    for (int i = 0; i < kCount; ++i)
      ASSERT_EQ(out[i], i + int(block));
  }
}

TEST_F(LaunchTest, ParametersAreCopiedAtTheCall) {
  CUfunction store = loadFunction("store");
  CUdeviceptr out;
  ASSERT_CU(cuMemAlloc(&out, 400));
  int value = 0;
  for (int i = 0; i < 100; ++i) {
    CUdeviceptr at = out + static_cast<CUdeviceptr>(i) * 4;
    void* parameters[] = {&at, &value};
    value = i * 3;
    ASSERT_CU(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
  }
  value = -1;
  std::vector<int> result(100);
  EXPECT_CU(cuMemcpyDtoH(result.data(), out, 400));
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(result[i], i * 3);
}

// What it takes to compile a kernel at its first launch in a block size does not count between
// events. A busy machine may keep the kernel itself waiting for as long as that, but not each of
// many times.
TEST_F(LaunchTest, EventsLeaveOutCompilation) {
  using Clock = std::chrono::steady_clock;
  CUfunction store = loadFunction("store");
  CUdeviceptr out;
  ASSERT_CU(cuMemAlloc(&out, 4));
  CUevent start, stop;
  ASSERT_CU(cuEventCreate(&start, 0));
  ASSERT_CU(cuEventCreate(&stop, 0));
  bool isLeftOut = false;
  for (unsigned block = 101; block < 151 && !isLeftOut; ++block) {
    EXPECT_CU(cuEventRecord(start, nullptr));
    const Clock::time_point before = Clock::now();
    ASSERT_CU(launch(store, 1, block, nullptr, out, 1));
    const std::chrono::duration<float, std::milli> launching = Clock::now() - before;
    EXPECT_CU(cuEventRecord(stop, nullptr));
    EXPECT_CU(cuEventSynchronize(stop));
    float elapsed = -1;
    EXPECT_CU(cuEventElapsedTime(&elapsed, start, stop));
    EXPECT_GE(elapsed, 0.0f);
    isLeftOut = elapsed < launching.count();
  }
  EXPECT_TRUE(isLeftOut);
}

TEST_F(LaunchTest, ExtraForm) {
  CUfunction store = loadFunction("store");
  struct {
    CUdeviceptr pointer;
    int value;
  } packed{};
  ASSERT_CU(cuMemAlloc(&packed.pointer, 4));
  packed.value = 77;
  std::size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  EXPECT_CU(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  int value = 0;
  EXPECT_CU(cuMemcpyDtoH(&value, packed.pointer, 4));
  EXPECT_EQ(value, 77);
  size = 24; // more than the kernel takes
  EXPECT_EQ(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra),
            CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
}

TEST_F(LaunchTest, BadShapesAreRefused) {
  CUfunction bounded = loadFunction("bounded"), store = loadFunction("store");
  const auto launchShape = [&](unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                               unsigned bz, unsigned shared) {
    return cuLaunchKernel(bounded, gx, gy, gz, bx, by, bz, shared, nullptr, nullptr, nullptr);
  };
  EXPECT_CU(launchShape(1, 1, 1, 64, 1, 1, 0));
  EXPECT_EQ(launchShape(0, 1, 1, 1, 1, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchShape(1, 1, 1, 1, 0, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchShape(1, 65536, 1, 1, 1, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchShape(1, 1, 1, 2048, 1, 1, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchShape(1, 1, 1, 1, 1, 65, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launchShape(1, 1, 1, 65, 1, 1, 0), CUDA_ERROR_INVALID_VALUE); // over .maxntid
  EXPECT_EQ(launchShape(1, 1, 1, 1, 1, 1, 48 * 1024 + 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(launchShape(1, 1, 1, 1, 1, 1, 48 * 1024));
  EXPECT_CU(
      cuFuncSetAttribute(bounded, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 * 1024));
  EXPECT_CU(launchShape(1, 1, 1, 1, 1, 1, 227 * 1024));
  EXPECT_EQ(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuCtxSynchronize());
}

TEST_F(LaunchTest, ExtendedLaunch) {
  CUfunction store = loadFunction("store");
  CUdeviceptr out;
  ASSERT_CU(cuMemAlloc(&out, 4));
  int value = 9;
  void* parameters[] = {&out, &value};
  CUlaunchConfig config{};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  EXPECT_CU(cuLaunchKernelEx(&config, store, parameters, nullptr));
  int result = 0;
  EXPECT_CU(cuMemcpyDtoH(&result, out, 4));
  EXPECT_EQ(result, 9);
}

TEST_F(LaunchTest, Occupancy) {
  CUfunction add = loadFunction("add");
  int blocks = 0, grid = 0, block = 0;
  EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
  EXPECT_EQ(blocks, 8);
  EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 40000));
  EXPECT_EQ(blocks, 5);
  EXPECT_CU(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, nullptr, 0, 0));
  EXPECT_EQ(block, 1024);
  EXPECT_GE(grid, 2);
}

} // namespace
