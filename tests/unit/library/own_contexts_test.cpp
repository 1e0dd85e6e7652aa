// Functions of libraries that work with several devices leave a context current that the program
// has made with the driver API. NVIDIA's cublasXt and cusolverMg leave the primary context of the
// device instead, so this is no conformance test.
#include "cublasXt.h"
#include "cufftXt.h"
#include "cusolverMg.h"

#include <cstdlib>
#include <cuda.h>
#include <gtest/gtest.h>
#include <vector>

namespace {

[[maybe_unused]] const bool configured = setenv("HEDDLE_DEVICES", "2", 1) == 0;

constexpr int kDevices = 2;
int devices[kDevices] = {0, 1};

// Runs the test's functions with a context of its own on each device.
class OwnContexts : public testing::TestWithParam<int> {
protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxCreate(&own_, nullptr, 0, GetParam()), CUDA_SUCCESS);
  }
  void TearDown() override {
    CUcontext current = nullptr;
    EXPECT_EQ(cuCtxPopCurrent(&current), CUDA_SUCCESS);
    EXPECT_EQ(current, own_);
    EXPECT_EQ(cuCtxDestroy(own_), CUDA_SUCCESS);
  }
  void expectCurrent() const {
    CUcontext current = nullptr;
    EXPECT_EQ(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    EXPECT_EQ(current, own_);
  }

private:
  CUcontext own_ = nullptr;
};

TEST_P(OwnContexts, StayCurrentInCublasXt) {
  cublasXtHandle_t handle;
  ASSERT_EQ(cublasXtCreate(&handle), CUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(cublasXtDeviceSelect(handle, kDevices, devices), CUBLAS_STATUS_SUCCESS);
  expectCurrent();
  constexpr int kSize = 40;
  std::vector<float> a(kSize * kSize, 2.0F), c(kSize * kSize);
  const float one = 1, zero = 0;
  EXPECT_EQ(cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, kSize, kSize, kSize, &one, a.data(),
                          kSize, a.data(), kSize, &zero, c.data(), kSize),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c[7], 160.0F);
  expectCurrent();
  EXPECT_EQ(cublasXtDestroy(handle), CUBLAS_STATUS_SUCCESS);
  expectCurrent();
}

TEST_P(OwnContexts, StayCurrentInCufftXt) {
  constexpr int kSize = 64;
  cufftHandle plan;
  ASSERT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  ASSERT_EQ(cufftXtSetGPUs(plan, kDevices, devices), CUFFT_SUCCESS);
  std::vector<std::size_t> workBytes(kDevices);
  ASSERT_EQ(cufftMakePlan2d(plan, kSize, kSize, CUFFT_C2C, workBytes.data()), CUFFT_SUCCESS);
  expectCurrent();
  cudaLibXtDesc* data = nullptr;
  ASSERT_EQ(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE), CUFFT_SUCCESS);
  expectCurrent();
  std::vector<cufftComplex> values(kSize * kSize, cufftComplex{1, 0});
  EXPECT_EQ(cufftXtMemcpy(plan, data, values.data(), CUFFT_COPY_HOST_TO_DEVICE), CUFFT_SUCCESS);
  expectCurrent();
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
  expectCurrent();
  EXPECT_EQ(cufftXtFree(data), CUFFT_SUCCESS);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
  expectCurrent();
}

TEST_P(OwnContexts, StayCurrentInCusolverMg) {
  constexpr int kSize = 32, kBlock = 8;
  cusolverMgHandle_t handle;
  ASSERT_EQ(cusolverMgCreate(&handle), CUSOLVER_STATUS_SUCCESS);
  ASSERT_EQ(cusolverMgDeviceSelect(handle, kDevices, devices), CUSOLVER_STATUS_SUCCESS);
  cudaLibMgGrid_t grid;
  ASSERT_EQ(
      cusolverMgCreateDeviceGrid(&grid, 1, kDevices, devices, CUDALIBMG_GRID_MAPPING_COL_MAJOR),
      CUSOLVER_STATUS_SUCCESS);
  cudaLibMgMatrixDesc_t matrix;
  ASSERT_EQ(cusolverMgCreateMatrixDesc(&matrix, kSize, kSize, kSize, kBlock, CUDA_R_32F, grid),
            CUSOLVER_STATUS_SUCCESS);
  std::int64_t workElements = 0;
  std::vector<void*> parts(kDevices);
  EXPECT_EQ(cusolverMgPotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, kSize, parts.data(), 1, 1,
                                       matrix, CUDA_R_32F, &workElements),
            CUSOLVER_STATUS_SUCCESS);
  expectCurrent();
  EXPECT_EQ(cusolverMgDestroyMatrixDesc(matrix), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverMgDestroyGrid(grid), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverMgDestroy(handle), CUSOLVER_STATUS_SUCCESS);
  expectCurrent();
}

INSTANTIATE_TEST_SUITE_P(Devices, OwnContexts, testing::Values(0, 1));

} // namespace
