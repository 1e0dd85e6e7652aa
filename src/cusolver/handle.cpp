// The entry points about handles and settings.
#include "cusolver/handle.h"

#include "cusolver/lapack.h"

namespace heddle::cusolver {

bool areAccessible(const std::vector<Operand>& operands) {
  for (const Operand& operand : operands)
    if (!library::isAccessible(operand.memory, operand.isWritten))
      return false;
  return true;
}

cusolverStatus_t launch(cusolverDnHandle_t handle, const char* name, std::vector<Operand> operands,
                        std::function<void()> work) {
  return launchChecked(handle, name, std::move(operands), [work = std::move(work)] {
    work();
    return true;
  });
}

cusolverStatus_t launchChecked(cusolverDnHandle_t handle, const char* name,
                               std::vector<Operand> operands, std::function<bool()> work) {
  return launchBatch(handle, name, 1,
                     [operands = std::move(operands), work = std::move(work)](std::int64_t) {
                       return areAccessible(operands) && work();
                     });
}

cusolverStatus_t launchBatch(cusolverDnHandle_t handle, const char* name, std::int64_t count,
                             std::function<bool(std::int64_t)> work) {
  if (count == 0)
    return CUSOLVER_STATUS_SUCCESS;
  return toStatus(
      library::launch(handle->stream, name, static_cast<std::uint64_t>(count),
                      [work = std::move(work)](void*, std::uint64_t begin, std::uint64_t end) {
                        for (std::uint64_t index = begin; index < end; ++index)
                          if (!work(static_cast<std::int64_t>(index)))
                            return false;
                        return true;
                      }));
}

cusolverStatus_t wait(cusolverDnHandle_t handle, cusolverStatus_t launched) {
  return launched == CUSOLVER_STATUS_SUCCESS ? toStatus(cudaStreamSynchronize(handle->stream))
                                             : launched;
}

namespace {

using Contexts = library::Handles<cusolverDnContext>;

template <class T>
cusolverStatus_t set(Call handle, T cusolverDnContext::* member, T value, bool isValid = true) {
  return call(handle, isValid, [=] {
    handle->*member = value;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
template <class T> cusolverStatus_t get(Call handle, T cusolverDnContext::* member, T* value) {
  return call(handle, value != nullptr, [=] {
    *value = handle->*member;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

} // namespace

} // namespace heddle::cusolver

using namespace heddle::cusolver;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  if (!handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([=] {
    if (!openLapack())
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    // A runtime without a usable device has no handles.
    if (const cudaError_t error = cudaFree(nullptr))
      return toStatus(error);
    *handle = Contexts::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  return Contexts::get().remove(handle) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId) {
  return set(handle, &cusolverDnContext::stream, streamId);
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* streamId) {
  return get(handle, &cusolverDnContext::stream, streamId);
}
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode) {
  // For a mode that does not exist cuSOLVER reports an internal error, not an invalid value.
  if (mode != CUSOLVER_DETERMINISTIC_RESULTS && mode != CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)
    return call(handle, true, [] { return CUSOLVER_STATUS_INTERNAL_ERROR; });
  return set(handle, &cusolverDnContext::deterministicMode, mode);
}
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t* mode) {
  return get(handle, &cusolverDnContext::deterministicMode, mode);
}
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode) {
  return set(handle, &cusolverDnContext::mathMode, mode,
             mode == CUSOLVER_DEFAULT_MATH || mode == CUSOLVER_FP32_EMULATED_BF16X9_MATH);
}
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t* mode) {
  return get(handle, &cusolverDnContext::mathMode, mode);
}
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy_t strategy) {
  return set(handle, &cusolverDnContext::emulationStrategy, strategy,
             strategy >= CUDA_EMULATION_STRATEGY_DEFAULT &&
                 strategy <= CUDA_EMULATION_STRATEGY_EAGER);
}
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                                                cudaEmulationStrategy_t* strategy) {
  return get(handle, &cusolverDnContext::emulationStrategy, strategy);
}

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params) {
  if (!params)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([=] {
    *params = heddle::library::Handles<cusolverDnParams>::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  return heddle::library::Handles<cusolverDnParams>::get().remove(params)
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_INVALID_VALUE;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algo) {
  const bool isValid = exist<cusolverDnParams>(params) && function >= CUSOLVERDN_GETRF &&
                       function <= CUSOLVERDN_SYEVBATCHED && algo >= CUSOLVER_ALG_0 &&
                       algo <= CUSOLVER_ALG_2;
  return isValid ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}

cusolverStatus_t cusolverGetVersion(int* version) {
  if (!version)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
  constexpr int kVersion[] = {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR, CUSOLVER_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *value = kVersion[type];
  return CUSOLVER_STATUS_SUCCESS;
}
