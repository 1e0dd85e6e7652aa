#include "driver/graph/device_node.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"

namespace heddle::driver {

DeviceNode::DeviceNode() = default;
DeviceNode::~DeviceNode() = default;

bool DeviceNode::instantiate(const KernelLaunch& launch, bool enabled) {
  std::lock_guard lock(mutex_);
  if (launch_)
    return false;
  launch_ = std::make_unique<KernelLaunch>(launch);
  enabled_ = enabled;
  return true;
}

void DeviceNode::release() {
  std::lock_guard lock(mutex_);
  launch_ = nullptr;
}

template <typename Change> cudaError_t DeviceNode::change(Change change) {
  std::lock_guard lock(mutex_);
  return launch_ ? change() : cudaErrorInvalidValue;
}

cudaError_t DeviceNode::setGridDim(std::span<const std::uint32_t, 3> gridDim) {
  return change([&] {
    for (unsigned axis = 0; axis < 3; ++axis)
      if (gridDim[axis] == 0 || gridDim[axis] > limits().grid[axis])
        return cudaErrorInvalidValue;
    std::ranges::copy(gridDim, launch_->dimensions.gridDim.begin());
    return cudaSuccess;
  });
}

cudaError_t DeviceNode::setParameter(std::size_t offset, std::span<const char> value) {
  return change([&] {
    std::vector<char>& parameters = launch_->parameters;
    if (offset > parameters.size() || value.size() > parameters.size() - offset)
      return cudaErrorInvalidValue;
    std::ranges::copy(value, parameters.data() + offset);
    return cudaSuccess;
  });
}

cudaError_t DeviceNode::setEnabled(bool enabled) {
  return change([&] {
    enabled_ = enabled;
    return cudaSuccess;
  });
}

void DeviceNode::setLaunch(const KernelLaunch& launch) {
  change([&] {
    *launch_ = launch;
    return cudaSuccess;
  });
}

bool DeviceNode::present(KernelLaunch& launch) {
  std::lock_guard lock(mutex_);
  if (!launch_ || !enabled_)
    return false;
  launch = *launch_;
  return true;
}

std::shared_ptr<DeviceNode> makeDeviceNode() {
  auto& table = Driver::instance().tables().deviceNodes;
  DeviceNode* const made = table.create();
  return made ? std::shared_ptr<DeviceNode>(made,
                                            [&table](DeviceNode* node) { table.destroy(node); })
              : nullptr;
}

DeviceNode* findDeviceNode(std::uint64_t handle) {
  return Driver::instance().tables().deviceNodes.find(reinterpret_cast<void*>(handle));
}

} // namespace heddle::driver
