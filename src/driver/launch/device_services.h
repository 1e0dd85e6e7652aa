// Answers what device code asks the device runtime for: launches of grids (dynamic parallelism),
// and queries of the device and of functions.
#pragma once

#include "driver/core/driver.h"
#include "exec/device_services.h"

namespace heddle::driver {

class DeviceServices : public exec::DeviceServices {
public:
  explicit DeviceServices(Context& context) : context_(context) {}

  cudaError_t makeGrid(const void* kernel, const exec::LaunchDimensions& dimensions,
                       exec::KernelTask*& grid, std::size_t& parameterBytes) override;
  std::size_t pendingLaunchLimit() const override;
  cudaError_t deviceAttribute(int& value, cudaDeviceAttr attribute, int device) override;
  cudaError_t limit(std::size_t& value, cudaLimit limit) override;
  cudaFuncCache cacheConfig() override;
  int device() override;
  bool isOfHost(const void* address) override;
  int deviceCount() override;
  cudaError_t functionAttributes(cudaFuncAttributes& attributes, const void* kernel) override;
  cudaError_t occupancy(int& blocks, const void* kernel, int blockSize, std::size_t dynamicShared,
                        unsigned flags) override;
  cudaError_t setNodeGridDim(std::uint64_t node,
                             std::span<const std::uint32_t, 3> gridDim) override;
  cudaError_t setNodeParameter(std::uint64_t node, std::size_t offset,
                               std::span<const char> value) override;
  cudaError_t setNodeEnabled(std::uint64_t node, bool enabled) override;

private:
  Context& context_;
};

} // namespace heddle::driver
