#include "driver/launch/device_services.h"

#include "driver/context/context.h"
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/launch/launch.h"

#include <thread>

namespace heddle::driver {

namespace {

// The errors that these services give have the same number in both APIs.
cudaError_t runtimeError(CUresult result) {
  return static_cast<cudaError_t>(result);
}

} // namespace

cudaError_t DeviceServices::makeGrid(const void* kernel, const exec::LaunchDimensions& dimensions,
                                     exec::KernelTask*& grid, std::size_t& parameterBytes) {
  Function* function = kernelAt(context_, kernel);
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  parameterBytes = function->info().parameterBytes;
  CUresult result = CUDA_SUCCESS;
  const auto make = [&] { result = makeKernelTask(*function, dimensions, false, grid); };
  // The calling thread may be a fiber, whose stack is too small for the compiler.
  if (function->compiled(dimensions.blockDim))
    make();
  else
    std::thread(make).join();
  // In device code a configuration that does not fit has an error of its own.
  return result == CUDA_ERROR_INVALID_VALUE ? cudaErrorInvalidConfiguration : runtimeError(result);
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

bool DeviceServices::isOfHost(const void* address) {
  const auto allocation = Driver::instance().memory().find(address);
  return allocation &&
         (allocation->kind == memory::Kind::Managed || allocation->kind == memory::Kind::Pinned ||
          allocation->kind == memory::Kind::Registered);
}

int DeviceServices::deviceCount() {
  return static_cast<int>(Driver::instance().devices().size());
}

cudaError_t DeviceServices::functionAttributes(cudaFuncAttributes& attributes, const void* kernel) {
  const Function* function = kernelAt(context_, kernel);
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
  Function* function = kernelAt(context_, kernel);
  if (!function)
    return cudaErrorInvalidValue;
  return runtimeError(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      &blocks, reinterpret_cast<CUfunction>(function), blockSize, dynamicShared, flags));
}

cudaError_t DeviceServices::setNodeGridDim(std::uint64_t node,
                                           std::span<const std::uint32_t, 3> gridDim) {
  DeviceNode* found = findDeviceNode(node);
  return found ? found->setGridDim(gridDim) : cudaErrorIllegalAddress;
}

cudaError_t DeviceServices::setNodeParameter(std::uint64_t node, std::size_t offset,
                                             std::span<const char> value) {
  DeviceNode* found = findDeviceNode(node);
  return found ? found->setParameter(offset, value) : cudaErrorIllegalAddress;
}

cudaError_t DeviceServices::setNodeEnabled(std::uint64_t node, bool enabled) {
  DeviceNode* found = findDeviceNode(node);
  return found ? found->setEnabled(enabled) : cudaErrorIllegalAddress;
}

} // namespace heddle::driver
