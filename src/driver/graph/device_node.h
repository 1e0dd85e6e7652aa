// CUgraphDeviceNode: a kernel node that kernels can change (cudaGraphKernelNodeSetParam in device
// code). A program makes a kernel node such a one by
// CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE. Changes hold from the next time the node begins
// to run, which may be later in the same launch. The program does not see them: as on a GPU,
// cuGraphNodeGetEnabled() tells what the program itself has set last.
#pragma once

#include "driver/core/driver.h"

#include <driver_types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

namespace heddle::driver {

struct KernelLaunch;

class DeviceNode {
public:
  DeviceNode();
  ~DeviceNode();
  DeviceNode(const DeviceNode&) = delete;
  DeviceNode& operator=(const DeviceNode&) = delete;

  CUgraphDeviceNode handle() { return reinterpret_cast<CUgraphDeviceNode>(this); }

  // Begins the life of the node in an instantiated graph. Device code names the node without its
  // graph, so there can be only one such graph at a time: false when there is another one.
  bool instantiate(const KernelLaunch& launch, bool enabled);
  // Ends it, with the instantiated graph.
  void release();

  // These fail while there is no instantiated graph.
  cudaError_t setGridDim(std::span<const std::uint32_t, 3> gridDim);
  cudaError_t setParameter(std::size_t offset, std::span<const char> value);
  cudaError_t setEnabled(bool enabled);
  // For a change that the program makes through the instantiated graph.
  void setLaunch(const KernelLaunch& launch);

  // What the node runs now. False when it is disabled.
  bool present(KernelLaunch& launch);

private:
  template <typename Change> cudaError_t change(Change change);

  std::mutex mutex_;
  std::unique_ptr<KernelLaunch> launch_; // null while there is no instantiated graph
  bool enabled_ = true;
};

// Null when there are no handles left. The object is destroyed with the last reference.
std::shared_ptr<DeviceNode> makeDeviceNode();
// The node that device code has named by its handle, or null.
DeviceNode* findDeviceNode(std::uint64_t handle);

} // namespace heddle::driver
