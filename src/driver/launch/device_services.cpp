#include "driver/launch/device_services.h"

#include "driver/context/context.h"
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/launch/launch.h"

#include <thread>

namespace heddle::driver {

namespace {

// Most errors have the same number in both APIs.
cudaError_t runtimeError(CUresult result) {
  return static_cast<cudaError_t>(result);
}

} // namespace

cudaError_t DeviceServices::makeGrid(const void* kernel, const exec::LaunchDimensions& dimensions,
                                     exec::KernelTask*& grid, std::size_t& parameterBytes) {
  Function* function = context_.kernelAt(kernel);
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  if (checkDimensions(*function, dimensions) != CUDA_SUCCESS)
    return cudaErrorInvalidConfiguration;
  const CompiledKernel* compiled = function->compiled(dimensions.blockDim);
  if (!compiled) {
    // The caller may run on the small stack of a fiber; the compiler needs more.
    CUresult result = CUDA_SUCCESS;
    std::thread([&] { result = function->specialise(dimensions.blockDim, compiled); }).join();
    if (result != CUDA_SUCCESS)
      return runtimeError(result);
  }
  const jit::KernelInfo& info = function->info();
  parameterBytes = info.parameterBytes;
  grid = new exec::KernelTask(context_.execution(), *compiled, dimensions, parameterBytes);
  grid->setName(info.name.c_str());
  return cudaSuccess;
}

std::size_t DeviceServices::pendingLaunchLimit() const {
  return context_.pendingLaunchLimit;
}

cudaError_t DeviceServices::deviceAttribute(int& value, cudaDeviceAttr attribute, int device) {
  return runtimeError(
      cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(attribute), device));
}

cudaError_t DeviceServices::limit(std::size_t& value, cudaLimit limit) {
  if (static_cast<unsigned>(limit) >= CU_LIMIT_MAX)
    return cudaErrorInvalidValue;
  return runtimeError(context_.limit(static_cast<CUlimit>(limit), value));
}

cudaFuncCache DeviceServices::cacheConfig() {
  return static_cast<cudaFuncCache>(context_.cacheConfig);
}

int DeviceServices::device() {
  return context_.device().ordinal();
}

int DeviceServices::deviceCount() {
  return static_cast<int>(Driver::instance().devices().size());
}

cudaError_t DeviceServices::functionAttributes(cudaFuncAttributes& attributes, const void* kernel) {
  const Function* function = context_.kernelAt(kernel);
  if (!function)
    return cudaErrorInvalidValue;
  int value = 0;
#define HEDDLE_FUNCTION_ATTRIBUTE(attribute, member)                                               \
  functionAttribute(function->info(), function->settings, attribute, value);                       \
  attributes.member = static_cast<decltype(attributes.member)>(value);
#include "ir/function_attributes.def"
#undef HEDDLE_FUNCTION_ATTRIBUTE
  return cudaSuccess;
}

cudaError_t DeviceServices::occupancy(int& blocks, const void* kernel, int blockSize,
                                      std::size_t dynamicShared, unsigned flags) {
  Function* function = context_.kernelAt(kernel);
  if (!function)
    return cudaErrorInvalidValue;
  return runtimeError(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      &blocks, reinterpret_cast<CUfunction>(function), blockSize, dynamicShared, flags));
}

bool DeviceServices::setCondition(const void* handle, unsigned value) {
  Condition* condition = Driver::instance().tables().conditions.find(handle);
  if (condition)
    condition->value = value;
  return condition != nullptr;
}

} // namespace heddle::driver
