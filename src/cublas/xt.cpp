// Functions of cuBLASXt about handles and settings. The devices work on the memory of the program,
// so blocks need not be copied and the size of a block and the mode of pinning change nothing. The
// devices are the processor, too, so a routine of the program's own for it gets no share.
#include "cublas/xt.h"

#include "library/handles.h"

#include <memory>

using namespace heddle::cublas;

cublasXtContext::~cublasXtContext() {
  xt::CurrentDevice current;
  for (const Device& device : devices) {
    current.set(device.number);
    cublasDestroy_v2(device.handle);
    cudaStreamDestroy(device.stream);
  }
}

cublasStatus_t cublasXtContext::select(const std::vector<int>& numbers) {
  xt::CurrentDevice current;
  for (const int number : numbers) {
    current.set(number);
    Device device{number, nullptr, nullptr};
    if (cudaStreamCreateWithFlags(&device.stream, cudaStreamNonBlocking) != cudaSuccess)
      return CUBLAS_STATUS_ALLOC_FAILED;
    if (const cublasStatus_t status = cublasCreate_v2(&device.handle);
        status != CUBLAS_STATUS_SUCCESS) {
      cudaStreamDestroy(device.stream);
      return status;
    }
    cublasSetStream_v2(device.handle, device.stream);
    devices.push_back(device);
  }
  return CUBLAS_STATUS_SUCCESS;
}

namespace heddle::cublas::xt {

namespace {

using Handles = library::Handles<cublasXtContext>;

int deviceCount() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

bool areDevices(int count, const int* numbers) {
  if (count <= 0 || !numbers)
    return false;
  for (int i = 0; i < count; ++i)
    if (numbers[i] < 0 || numbers[i] >= deviceCount())
      return false;
  return true;
}

// cuBLASXt shares products of matrices alone with the processor.
cublasStatus_t acceptProcessorShare(cublasXtHandle_t handle, const char* name,
                                    cublasXtBlasOp_t blasOp, cublasXtOpType_t type) {
  return call(
      handle, name, check({blasOp < CUBLASXT_ROUTINE_MAX, type <= CUBLASXT_DOUBLECOMPLEX}), [&] {
        return blasOp == CUBLASXT_GEMM ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
      });
}

} // namespace

bool isHandle(cublasXtHandle_t handle) {
  return Handles::get().has(handle);
}

} // namespace heddle::cublas::xt

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
  if (!handle)
    return CUBLAS_STATUS_INVALID_VALUE;
  return heddle::withoutExceptions<cublasStatus_t>(
      {CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_INTERNAL_ERROR},
      [&] {
        if (xt::deviceCount() == 0)
          return CUBLAS_STATUS_NOT_INITIALIZED;
        *handle = xt::Handles::get().adopt(std::make_unique<cublasXtContext>());
        return CUBLAS_STATUS_SUCCESS;
      });
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  return xt::Handles::get().remove(handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

// As many boards as NVIDIA's library says that it could use, whichever are there.
cublasStatus_t cublasXtMaxBoards(int* nbGpuBoards) {
  if (!nbGpuBoards)
    return CUBLAS_STATUS_INVALID_VALUE;
  constexpr int kMostBoards = 1024;
  *nbGpuBoards = kMostBoards;
  return CUBLAS_STATUS_SUCCESS;
}
// Every device is a board of its own.
cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[], int* nbBoards) {
  if (!nbBoards || !xt::areDevices(nbDevices, deviceId))
    return CUBLAS_STATUS_INVALID_VALUE;
  *nbBoards = nbDevices;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]) {
  return xt::call(handle, "cublasXtDeviceSelect", check({xt::areDevices(nbDevices, deviceId)}),
                  [&] {
                    if (!handle->devices.empty())
                      return CUBLAS_STATUS_INVALID_VALUE; // they are selected once
                    return handle->select({deviceId, deviceId + nbDevices});
                  });
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  return xt::call(handle, "cublasXtSetBlockDim", check({blockDim > 0}), [&] {
    handle->blockDim = blockDim;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim) {
  return xt::call(handle, "cublasXtGetBlockDim", check({blockDim != nullptr}), [&] {
    *blockDim = handle->blockDim;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  return xt::call(handle, "cublasXtSetPinningMemMode",
                  check({mode == CUBLASXT_PINNING_DISABLED || mode == CUBLASXT_PINNING_ENABLED}),
                  [&] {
                    handle->pinningMode = mode;
                    return CUBLAS_STATUS_SUCCESS;
                  });
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  return xt::call(handle, "cublasXtGetPinningMemMode", check({mode != nullptr}), [&] {
    *mode = handle->pinningMode;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp,
                                     cublasXtOpType_t type, void*) {
  return xt::acceptProcessorShare(handle, "cublasXtSetCpuRoutine", blasOp, type);
}
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp,
                                   cublasXtOpType_t type, float) {
  return xt::acceptProcessorShare(handle, "cublasXtSetCpuRatio", blasOp, type);
}
