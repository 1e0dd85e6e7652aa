// The memory of allocation nodes, and what cuDeviceGetGraphMemAttribute tells about it. As on a
// GPU, memory counts from the upload or the first launch of an instantiated graph, in large units.
// After the end of the graph the device keeps it for other graphs, and it counts until it is
// trimmed.
#include "driver/graph/graph_memory.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/graph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>

namespace heddle::driver {

namespace {

constexpr std::size_t kPiece = std::size_t{32} << 20;

struct Usage {
  std::uint64_t graphs = 0; // bytes of the graphs that exist
  std::uint64_t kept = 0;   // bytes that are kept for other graphs
  std::uint64_t usedHigh = 0, reservedHigh = 0;
};
std::mutex mutex;
// The usage of each device, by the device's index. Guarded by `mutex`.
std::map<unsigned, Usage>& usages() {
  static auto* all = new std::map<unsigned, Usage>;
  return *all;
}
// The memory of allocation nodes that launches have come to, and whether it is allocated now.
// Guarded by `mutex`. It takes no memory from the heap, because the first call may come from a
// destructor, which must not fail.
std::map<const void*, bool>& allocations() {
  using Allocations = std::map<const void*, bool>;
  alignas(Allocations) static std::byte memory[sizeof(Allocations)];
  static auto* const all = ::new (memory) Allocations;
  return *all;
}

void sum(const Graph& graph, std::map<unsigned, std::size_t>& bytes) {
  for (const GraphNode* node : graph.nodes()) {
    if (const auto* allocation = std::get_if<AllocationNode>(&node->parameters))
      bytes[allocation->memory->device] += allocation->memory->bytes;
    for (const auto& inner : node->graphs())
      sum(*inner, bytes);
  }
}

} // namespace

GraphMemory::~GraphMemory() {
  std::lock_guard lock(mutex);
  allocations().erase(pointer);
  Driver::instance().memory().release(pointer, {memory::Kind::Device});
}

void allocateGraphMemory(const void* pointer) {
  std::lock_guard lock(mutex);
  allocations()[pointer] = true;
}

bool freeGraphMemory(const void* pointer, CUresult& result) {
  std::lock_guard lock(mutex);
  const auto found = allocations().find(pointer);
  if (found == allocations().end())
    return false;
  result = found->second ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  found->second = false;
  return true;
}

GraphMemoryUse::GraphMemoryUse(const Graph& graph) {
  sum(graph, bytes_);
  std::lock_guard lock(mutex);
  for (auto& [device, bytes] : bytes_) {
    bytes = (bytes + kPiece - 1) / kPiece * kPiece;
    Usage& usage = usages()[device];
    usage.graphs += bytes;
    usage.kept = std::max(usage.kept, usage.graphs);
    usage.usedHigh = std::max(usage.usedHigh, usage.kept);
    usage.reservedHigh = std::max(usage.reservedHigh, usage.kept);
  }
}

GraphMemoryUse::~GraphMemoryUse() {
  std::lock_guard lock(mutex);
  for (const auto& [device, bytes] : bytes_)
    usages()[device].graphs -= bytes;
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
    out = usage.kept;
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
  // To reset a high watermark is to set it to the present value.
  if (!value || *static_cast<cuuint64_t*>(value) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  Usage& usage = usages()[device->index()];
  switch (attribute) {
  case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
    usage.usedHigh = usage.kept;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
    usage.reservedHigh = usage.kept;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuDeviceGraphMemTrim(CUdevice ordinal) {
  Device* device;
  HEDDLE_TRY(Driver::instance().state());
  HEDDLE_TRY(findDevice(ordinal, device));
  std::lock_guard lock(mutex);
  Usage& usage = usages()[device->index()];
  usage.kept = usage.graphs;
  return CUDA_SUCCESS;
}
