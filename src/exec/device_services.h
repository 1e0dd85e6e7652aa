// What the device runtime (cudaLaunchDevice, cudaDeviceGetAttribute, … in device code) needs from
// the context of the grid. The driver implements it and hands it to the ExecutionContext, so that
// this layer does not call upwards.
#pragma once

#include "exec/kernel_task.h"

#include <driver_types.h>

#include <cstdint>
#include <span>

namespace heddle::exec {

class DeviceServices {
public:
  virtual ~DeviceServices() = default;

  // Creates the task of a grid, after checking its dimensions and compiling the kernel if needed.
  // `kernel` is the kernel's address in device code. The caller fills in the task's parameters.
  virtual cudaError_t makeGrid(const void* kernel, const LaunchDimensions& dimensions,
                               KernelTask*& grid, std::size_t& parameterBytes) = 0;
  virtual std::size_t pendingLaunchLimit() const = 0;

  virtual cudaError_t deviceAttribute(int& value, cudaDeviceAttr attribute, int device) = 0;
  virtual cudaError_t limit(std::size_t& value, cudaLimit limit) = 0;
  virtual cudaFuncCache cacheConfig() = 0;
  virtual int device() = 0;
  // Whether the address is of memory that the program may write to itself: managed or pinned.
  virtual bool isOfHost(const void* address) = 0;
  virtual int deviceCount() = 0;
  virtual cudaError_t functionAttributes(cudaFuncAttributes& attributes, const void* kernel) = 0;
  virtual cudaError_t occupancy(int& blocks, const void* kernel, int blockSize,
                                std::size_t dynamicShared, unsigned flags) = 0;

  // Changes of a kernel node by cudaGraphKernelNodeSetParam and the like. cudaErrorIllegalAddress
  // is a fault of the calling kernel.
  virtual cudaError_t setNodeGridDim(std::uint64_t node,
                                     std::span<const std::uint32_t, 3> gridDim) = 0;
  virtual cudaError_t setNodeParameter(std::uint64_t node, std::size_t offset,
                                       std::span<const char> value) = 0;
  virtual cudaError_t setNodeEnabled(std::uint64_t node, bool enabled) = 0;
};

} // namespace heddle::exec
