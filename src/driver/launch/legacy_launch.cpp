// The launch of CUDA before 4.0: the program sets the parameters and the block dimensions on the
// function, one by one.
#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"

#include <cstring>

namespace heddle::driver {

namespace {

// The most bytes of parameters that any kernel has.
constexpr unsigned kMaxParameterBytes = 32764;

CUresult setParameter(CUfunction handle, int offset, const void* value, unsigned bytes) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (offset < 0 || (bytes && !value) || bytes > kMaxParameterBytes ||
      static_cast<unsigned>(offset) > kMaxParameterBytes - bytes)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<char>& parameters = function->legacyLaunch.parameters;
  const std::size_t end = static_cast<std::size_t>(offset) + bytes;
  if (parameters.size() < end)
    parameters.resize(end);
  if (bytes)
    std::memcpy(parameters.data() + offset, value, bytes);
  return CUDA_SUCCESS;
}

CUresult launchGrid(CUfunction handle, int width, int height, CUstream stream) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (width <= 0 || height <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  LegacyLaunch& legacy = function->legacyLaunch;
  // A buffer that ends before the kernel's last parameter is refused as by cuLaunchKernel.
  std::size_t bytes = legacy.parameterBytes;
  if (legacy.parameters.size() < bytes)
    legacy.parameters.resize(bytes);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, legacy.parameters.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  return cuLaunchKernel(handle, static_cast<unsigned>(width), static_cast<unsigned>(height), 1,
                        legacy.block[0], legacy.block[1], legacy.block[2], legacy.sharedBytes,
                        stream, nullptr, extra);
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuFuncSetBlockShape(CUfunction handle, int x, int y, int z) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (x <= 0 || y <= 0 || z <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  const auto wide = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
  if (wide > limits().threadsPerBlock ||
      wide * static_cast<std::uint64_t>(z) > limits().threadsPerBlock)
    return CUDA_ERROR_INVALID_VALUE;
  function->legacyLaunch.block = {static_cast<unsigned>(x), static_cast<unsigned>(y),
                                  static_cast<unsigned>(z)};
  return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction handle, unsigned int bytes) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (bytes > limits().sharedPerBlockOptIn)
    return CUDA_ERROR_INVALID_VALUE;
  function->legacyLaunch.sharedBytes = bytes;
  return CUDA_SUCCESS;
}

CUresult cuParamSetSize(CUfunction handle, unsigned int bytes) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (bytes > kMaxParameterBytes)
    return CUDA_ERROR_INVALID_VALUE;
  function->legacyLaunch.parameterBytes = bytes;
  return CUDA_SUCCESS;
}

CUresult cuParamSeti(CUfunction handle, int offset, unsigned int value) {
  return setParameter(handle, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction handle, int offset, float value) {
  return setParameter(handle, offset, &value, sizeof value);
}

CUresult cuParamSetv(CUfunction handle, int offset, void* value, unsigned int bytes) {
  return setParameter(handle, offset, value, bytes);
}

CUresult cuLaunch(CUfunction handle) {
  return launchGrid(handle, 1, 1, nullptr);
}

CUresult cuLaunchGrid(CUfunction handle, int width, int height) {
  return launchGrid(handle, width, height, nullptr);
}

CUresult cuLaunchGridAsync(CUfunction handle, int width, int height, CUstream stream) {
  return launchGrid(handle, width, height, stream);
}
