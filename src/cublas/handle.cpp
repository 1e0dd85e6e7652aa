// Functions of cuBLAS about handles and settings.
#include "cublas/handle.h"

#include "cublas/engine.h"
#include "library/handles.h"
#include "trace/message.h"

#include <memory>
#include <string>

namespace heddle::cublas {

namespace {

using Handles = library::Handles<cublasContext>;

cublasStatus_t create(cublasHandle_t* handle) {
  // A handle belongs to the current device, whose context becomes current with it: programs share
  // that context with code that knows the driver alone.
  if (cudaFree(nullptr) != cudaSuccess || !library::internals() || !openEngine())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = Handles::get().adopt(std::make_unique<cublasContext>());
  return CUBLAS_STATUS_SUCCESS;
}

// A setting of the handle, read and written by its two functions.
template <class T>
cublasStatus_t getSetting(cublasHandle_t handle, const char* name, T cublasContext::* setting,
                          T* value) {
  return call(handle, name, check({value != nullptr}), [&] {
    *value = handle->*setting;
    return CUBLAS_STATUS_SUCCESS;
  });
}
template <class T>
cublasStatus_t setSetting(cublasHandle_t handle, const char* name, T cublasContext::* setting,
                          T value, bool isValid) {
  return call(handle, name, check({isValid}), [&] {
    handle->*setting = value;
    return CUBLAS_STATUS_SUCCESS;
  });
}

bool isMathMode(cublasMath_t mode) {
  switch (static_cast<int>(mode) &
          ~static_cast<int>(CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)) {
  case CUBLAS_DEFAULT_MATH:
  case CUBLAS_TENSOR_OP_MATH:
  case CUBLAS_PEDANTIC_MATH:
  case CUBLAS_TF32_TENSOR_OP_MATH:
  case CUBLAS_FP32_EMULATED_BF16X9_MATH:
  case CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH:
    return true;
  default:
    return false;
  }
}

} // namespace

bool isHandle(cublasHandle_t handle) {
  return Handles::get().has(handle);
}

} // namespace heddle::cublas

using namespace heddle::cublas;

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  if (!handle)
    return CUBLAS_STATUS_INVALID_VALUE;
  const cublasStatus_t status = heddle::withoutExceptions<cublasStatus_t>(
      {CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_INTERNAL_ERROR},
      [&] { return create(handle); });
  logCall("cublasCreate", status);
  return status;
}
// Work that is still on the stream does not refer to the handle, but cuBLAS waits here, so programs
// may rely on it.
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  const std::unique_ptr<const cublasContext> taken = Handles::get().take(handle);
  if (!taken)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  cudaStreamCaptureStatus capture{};
  if (cudaStreamIsCapturing(taken->stream, &capture) == cudaSuccess &&
      capture == cudaStreamCaptureStatusNone)
    cudaStreamSynchronize(taken->stream);
  logCall("cublasDestroy", CUBLAS_STATUS_SUCCESS);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  if (!version)
    return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  return getProperty(type, value);
}
std::size_t cublasGetCudartVersion() {
  return CUDART_VERSION;
}
const char* cublasGetStatusName(cublasStatus_t status) {
  return statusName(status);
}
const char* cublasGetStatusString(cublasStatus_t status) {
  return statusText(status);
}
void cublasXerbla(const char* name, int info) {
  heddle::trace::printMessage("On entry to " + std::string(name ? name : "?") +
                              " parameter number " + std::to_string(info) +
                              " had an illegal value");
}

// Results are never kept in the workspace, so it is enough that it could be one.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* workspace, std::size_t) {
  constexpr std::uintptr_t kAlignment = 256; // which cuBLAS demands
  return call(handle, "cublasSetWorkspace",
              check({reinterpret_cast<std::uintptr_t>(workspace) % kAlignment == 0}),
              [] { return CUBLAS_STATUS_SUCCESS; });
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  return setSetting(handle, "cublasSetStream", &cublasContext::stream, stream, true);
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  return getSetting(handle, "cublasGetStream", &cublasContext::stream, stream);
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  return setSetting(handle, "cublasSetPointerMode", &cublasContext::pointerMode, mode,
                    mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return getSetting(handle, "cublasGetPointerMode", &cublasContext::pointerMode, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return setSetting(handle, "cublasSetAtomicsMode", &cublasContext::atomicsMode, mode,
                    mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return getSetting(handle, "cublasGetAtomicsMode", &cublasContext::atomicsMode, mode);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return setSetting(handle, "cublasSetMathMode", &cublasContext::mathMode, mode, isMathMode(mode));
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return getSetting(handle, "cublasGetMathMode", &cublasContext::mathMode, mode);
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  return setSetting(handle, "cublasSetSmCountTarget", &cublasContext::smCountTarget, count,
                    count >= 0);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
  return getSetting(handle, "cublasGetSmCountTarget", &cublasContext::smCountTarget, count);
}

cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t* strategy) {
  return getSetting(handle, "cublasGetEmulationStrategy", &cublasContext::emulationStrategy,
                    strategy);
}
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t strategy) {
  return setSetting(
      handle, "cublasSetEmulationStrategy", &cublasContext::emulationStrategy, strategy,
      strategy >= CUBLAS_EMULATION_STRATEGY_DEFAULT && strategy <= CUBLAS_EMULATION_STRATEGY_EAGER);
}
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                                      cudaEmulationSpecialValuesSupport* mask) {
  return getSetting(handle, "cublasGetEmulationSpecialValuesSupport", &cublasContext::specialValues,
                    mask);
}
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                                      cudaEmulationSpecialValuesSupport mask) {
  return setSetting(handle, "cublasSetEmulationSpecialValuesSupport", &cublasContext::specialValues,
                    mask, true);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl* control) {
  return getSetting(handle, "cublasGetFixedPointEmulationMantissaControl",
                    &cublasContext::mantissaControl, control);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl control) {
  return setSetting(handle, "cublasSetFixedPointEmulationMantissaControl",
                    &cublasContext::mantissaControl, control,
                    control == CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC ||
                        control == CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
}
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int* count) {
  return getSetting(handle, "cublasGetFixedPointEmulationMaxMantissaBitCount",
                    &cublasContext::maxMantissaBits, count);
}
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int count) {
  return setSetting(handle, "cublasSetFixedPointEmulationMaxMantissaBitCount",
                    &cublasContext::maxMantissaBits, count, count >= 0);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int* offset) {
  return getSetting(handle, "cublasGetFixedPointEmulationMantissaBitOffset",
                    &cublasContext::mantissaBitOffset, offset);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int offset) {
  return setSetting(handle, "cublasSetFixedPointEmulationMantissaBitOffset",
                    &cublasContext::mantissaBitOffset, offset, true);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int** count) {
  return getSetting(handle, "cublasGetFixedPointEmulationMantissaBitCountPointer",
                    &cublasContext::mantissaBitCount, count);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int* count) {
  return setSetting(handle, "cublasSetFixedPointEmulationMantissaBitCountPointer",
                    &cublasContext::mantissaBitCount, count, true);
}
