// Functions of libraries that work with several devices leave the primary context of the device
// current that the thread has chosen.
// nvcc: -lcublas -lcufft -lcusolverMg -lcuda -Wno-deprecated-declarations
// env: HEDDLE_DEVICES=2
#include "driver.h"

#include <cublasXt.h>
#include <cufftXt.h>
#include <cusolverMg.h>
#include <vector>

static CUcontext current() {
  CUcontext context = nullptr;
  DRIVER_CHECK(cuCtxGetCurrent(&context));
  return context;
}

static void multiply(const std::vector<int>& devices) {
  cublasXtHandle_t handle;
  CHECK(cublasXtCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasXtDeviceSelect(handle, static_cast<int>(devices.size()),
                             const_cast<int*>(devices.data())) == CUBLAS_STATUS_SUCCESS);
  constexpr int kSize = 40;
  std::vector<float> a(kSize * kSize, 2.0f), c(kSize * kSize);
  const float one = 1, zero = 0;
  CHECK(cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, kSize, kSize, kSize, &one, a.data(), kSize,
                      a.data(), kSize, &zero, c.data(), kSize) == CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c[7], 160.0f);
  CHECK(cublasXtDestroy(handle) == CUBLAS_STATUS_SUCCESS);
}

static void transform(const std::vector<int>& devices) {
  constexpr int kSize = 64;
  cufftHandle plan;
  CHECK(cufftCreate(&plan) == CUFFT_SUCCESS);
  CHECK(cufftXtSetGPUs(plan, static_cast<int>(devices.size()), const_cast<int*>(devices.data())) ==
        CUFFT_SUCCESS);
  std::vector<size_t> workBytes(devices.size());
  CHECK(cufftMakePlan2d(plan, kSize, kSize, CUFFT_C2C, workBytes.data()) == CUFFT_SUCCESS);
  cudaLibXtDesc* data = nullptr;
  CHECK(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE) == CUFFT_SUCCESS);
  std::vector<cufftComplex> values(kSize * kSize, cufftComplex{1, 0});
  CHECK(cufftXtMemcpy(plan, data, values.data(), CUFFT_COPY_HOST_TO_DEVICE) == CUFFT_SUCCESS);
  CHECK(cufftXtExecDescriptorC2C(plan, data, data, CUFFT_FORWARD) == CUFFT_SUCCESS);
  CHECK(cufftXtMemcpy(plan, values.data(), data, CUFFT_COPY_DEVICE_TO_HOST) == CUFFT_SUCCESS);
  CHECK(cufftXtFree(data) == CUFFT_SUCCESS);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
}

static void factorise(const std::vector<int>& devices) {
  constexpr int kSize = 32, kBlock = 8;
  cusolverMgHandle_t handle;
  CHECK(cusolverMgCreate(&handle) == CUSOLVER_STATUS_SUCCESS);
  CHECK(cusolverMgDeviceSelect(handle, static_cast<int>(devices.size()),
                               const_cast<int*>(devices.data())) == CUSOLVER_STATUS_SUCCESS);
  cudaLibMgGrid_t grid;
  CHECK(cusolverMgCreateDeviceGrid(&grid, 1, static_cast<int>(devices.size()), devices.data(),
                                   CUDALIBMG_GRID_MAPPING_COL_MAJOR) == CUSOLVER_STATUS_SUCCESS);
  cudaLibMgMatrixDesc_t matrix;
  CHECK(cusolverMgCreateMatrixDesc(&matrix, kSize, kSize, kSize, kBlock, CUDA_R_32F, grid) ==
        CUSOLVER_STATUS_SUCCESS);
  int64_t workElements = 0;
  std::vector<void*> parts(devices.size());
  CHECK(cusolverMgPotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, kSize, parts.data(), 1, 1,
                                   matrix, CUDA_R_32F, &workElements) == CUSOLVER_STATUS_SUCCESS);
  CHECK(cusolverMgDestroyMatrixDesc(matrix) == CUSOLVER_STATUS_SUCCESS);
  CHECK(cusolverMgDestroyGrid(grid) == CUSOLVER_STATUS_SUCCESS);
  CHECK(cusolverMgDestroy(handle) == CUSOLVER_STATUS_SUCCESS);
}

static void callAll(const std::vector<int>& devices, CUcontext context) {
  multiply(devices);
  CHECK(current() == context);
  if (devices.size() > 1) {
    transform(devices);
    CHECK(current() == context);
  }
  factorise(devices);
  CHECK(current() == context);
}

int main() {
  DRIVER_CHECK(cuInit(0));
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  std::vector<int> devices;
  for (int device = 0; device < count; ++device)
    devices.push_back(device);

  CUDA_CHECK(cudaSetDevice(count - 1));
  CUDA_CHECK(cudaFree(nullptr));
  callAll(devices, current());
  int chosen = -1;
  DRIVER_CHECK(cuCtxSetCurrent(nullptr));
  CUDA_CHECK(cudaGetDevice(&chosen));
  EXPECT_EQ(chosen, count - 1);
  return ok();
}
