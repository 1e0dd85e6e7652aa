#include "exec/device_malloc.h"

#include "exec/execution_context.h"
#include "exec/faults.h"
#include "exec/kernel_task.h"
#include "exec/runtime_gate.h"
#include "exec/worker.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"

#include <algorithm>
#include <mutex>

namespace heddle::exec {

namespace {
constexpr std::size_t kAlignment = 16; // what CUDA guarantees for malloc() in device code
// Bytes behind each allocation that belong to nobody while the checker is on, so that an access a
// little beyond one allocation is not inside of the next one.
constexpr std::size_t kCheckedGap = 16;

using memory::AccessBounds;
using memory::InitialisedBytes;

// How much of the heap an allocation takes.
std::size_t reservedBytes(std::size_t bytes) {
  return memory::roundUp(bytes, kAlignment) + (AccessBounds::active() ? kCheckedGap : 0);
}

} // namespace

bool DeviceHeap::resize(std::size_t bytes) {
  std::lock_guard lock(lock_);
  if (isUsed_)
    return false;
  size_ = bytes;
  return true;
}

void DeviceHeap::insertFree(std::size_t offset, std::size_t bytes) {
  freeByOffset_.emplace(offset, bytes);
  freeBySize_.emplace(bytes, offset);
}

void DeviceHeap::eraseFree(std::map<std::size_t, std::size_t>::iterator range) {
  freeBySize_.erase({range->second, range->first});
  freeByOffset_.erase(range);
}

void* DeviceHeap::allocate(std::size_t bytes) {
  std::lock_guard lock(lock_);
  isUsed_ = true;
  if (bytes == 0 || bytes > size_)
    return nullptr;
  if (!memory_) {
    memory_ = memory::Reservation(memory::User::Kernels, size_, memory::pageSize());
    if (!memory_)
      return nullptr;
    insertFree(0, size_);
  }
  const std::size_t wanted = reservedBytes(bytes);
  auto best = freeBySize_.lower_bound({wanted, 0});
  if (best == freeBySize_.end())
    return nullptr;
  const auto [available, offset] = *best;
  eraseFree(freeByOffset_.find(offset));
  if (available > wanted)
    insertFree(offset + wanted, available - wanted);
  allocations_.emplace(offset, wanted);
  // Allocations of the heap are smaller than the granules of the table.
  if (AccessBounds* const bounds = AccessBounds::active()) [[unlikely]]
    bounds->addOutside(memory_.data() + offset, bytes);
  if (InitialisedBytes* const initialised = InitialisedBytes::active()) [[unlikely]]
    initialised->provide(memory_.data() + offset, bytes, false);
  return memory_.data() + offset;
}

bool DeviceHeap::contains(const void* pointer) const {
  return pointer >= memory_.data() && pointer < memory_.data() + memory_.size();
}

bool DeviceHeap::free(void* pointer) {
  std::lock_guard lock(lock_);
  auto found =
      allocations_.find(static_cast<std::size_t>(static_cast<char*>(pointer) - memory_.data()));
  if (!pointer || found == allocations_.end())
    return false;
  std::size_t offset = found->first, bytes = found->second;
  allocations_.erase(found);
  if (AccessBounds* const bounds = AccessBounds::active()) [[unlikely]]
    bounds->remove(pointer);
  // Merge the range with the free ones on both sides.
  auto next = freeByOffset_.lower_bound(offset);
  if (next != freeByOffset_.end() && next->first == offset + bytes) {
    bytes += next->second;
    auto after = std::next(next);
    eraseFree(next);
    next = after;
  }
  if (next != freeByOffset_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == offset) {
      offset = before->first;
      bytes += before->second;
      eraseFree(before);
    }
  }
  insertFree(offset, bytes);
  return true;
}

} // namespace heddle::exec

using heddle::exec::Fault;
using heddle::exec::FaultRecord;
using heddle::exec::Worker;

extern "C" {

void* heddle_malloc(heddle::BlockContext* context, std::uint32_t, std::uint64_t bytes) {
  const heddle::exec::ServiceScope service;
  return context->launch->execution->heap().allocate(bytes);
}

void heddle_free(heddle::BlockContext* context, std::uint32_t thread, void* pointer) {
  const heddle::exec::ServiceScope service;
  heddle::exec::DeviceHeap& heap = context->launch->execution->heap();
  if (!pointer || heap.free(pointer))
    return;
  const void* const call = heddle::exec::callingInstruction();
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  Worker::inKernel()->abandonKernel(
      heap.contains(pointer)
          ? FaultRecord{Fault::LaunchFailed, "free of memory that is not allocated", call, thread,
                        address}
          : FaultRecord{Fault::IllegalAddress, "free of memory that is not of the heap", call,
                        thread, address});
}

} // extern "C"
