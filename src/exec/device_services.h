// What device code asks of a context through the device runtime: the layer above answers.
#pragma once

#include "exec/kernel_task.h"

#include <driver_types.h>

namespace heddle::exec {

class DeviceServices {
public:
  virtual ~DeviceServices() = default;

  // A grid of the kernel with that address, checked and compiled; its parameters are to be filled
  // in.
  virtual cudaError_t makeGrid(const void* kernel, const GridShape& shape, KernelTask*& grid,
                               std::size_t& parameterBytes) = 0;
  virtual std::size_t pendingLaunchLimit() const = 0;

  virtual cudaError_t deviceAttribute(int& value, cudaDeviceAttr attribute, int device) = 0;
  virtual cudaError_t limit(std::size_t& value, cudaLimit limit) = 0;
  virtual cudaFuncCache cacheConfig() = 0;
  virtual int device() = 0;
  virtual int deviceCount() = 0;
  virtual cudaError_t functionAttributes(cudaFuncAttributes& attributes, const void* kernel) = 0;
  virtual cudaError_t occupancy(int& blocks, const void* kernel, int blockSize,
                                std::size_t dynamicShared, unsigned flags) = 0;
  // Of a graph's conditional node; false where there is no such condition.
  virtual bool setCondition(const void* handle, unsigned value) = 0;
};

} // namespace heddle::exec
