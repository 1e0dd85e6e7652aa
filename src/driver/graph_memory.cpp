// The memory of graphs' allocation nodes, and what a device says about all of it. It is taken when
// the node is made and given back with it, so that what is in use is what is reserved, and nothing
// is left to trim.
#include "driver/device.h"
#include "driver/graph.h"
#include "driver/tables.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

namespace heddle::driver {

namespace {

struct Usage {
  std::uint64_t current = 0, usedHigh = 0, reservedHigh = 0;
};
std::mutex mutex;
std::map<unsigned, Usage>& usages() { // by the device's index; under the mutex
  static auto* all = new std::map<unsigned, Usage>;
  return *all;
}

} // namespace

GraphMemory::GraphMemory(void* pointer, std::size_t bytes, unsigned device)
    : pointer(pointer), bytes_(bytes), device_(device) {
  std::lock_guard lock(mutex);
  Usage& usage = usages()[device_];
  usage.current += bytes_;
  usage.usedHigh = std::max(usage.usedHigh, usage.current);
  usage.reservedHigh = std::max(usage.reservedHigh, usage.current);
}

GraphMemory::~GraphMemory() {
  Driver::instance().memory().release(pointer, {memory::Kind::Device});
  std::lock_guard lock(mutex);
  usages()[device_].current -= bytes_;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuDeviceGetGraphMemAttribute(CUdevice ordinal, CUgraphMem_attribute attribute,
                                      void* value) {
  Device* device;
  HEDDLE_TRY(Driver::instance().state());
  HEDDLE_TRY(findDevice(ordinal, device));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  const Usage& usage = usages()[device->index()];
  auto& out = *static_cast<cuuint64_t*>(value);
  switch (attribute) {
  case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT:
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT:
    out = usage.current;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
    out = usage.usedHigh;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
    out = usage.reservedHigh;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice ordinal, CUgraphMem_attribute attribute,
                                      void* value) {
  Device* device;
  HEDDLE_TRY(Driver::instance().state());
  HEDDLE_TRY(findDevice(ordinal, device));
  // A high watermark begins anew from what there is.
  if (!value || *static_cast<cuuint64_t*>(value) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  Usage& usage = usages()[device->index()];
  switch (attribute) {
  case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
    usage.usedHigh = usage.current;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
    usage.reservedHigh = usage.current;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuDeviceGraphMemTrim(CUdevice ordinal) {
  Device* device;
  HEDDLE_TRY(Driver::instance().state());
  return findDevice(ordinal, device);
}
