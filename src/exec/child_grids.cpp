#include "exec/child_grids.h"

#include "exec/device_services.h"
#include "exec/domain.h"
#include "exec/engine.h"
#include "exec/host_thread.h"
#include "exec/kernel_task.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

namespace heddle::exec {

namespace {

// The values of the streams that every grid has; see cuda_device_runtime_api.h.
constexpr std::uint64_t kBlockStream = 0, kLegacyStream = 1, kThreadStream = 2, kTailStream = 3,
                        kFireAndForgetStream = 4;

// Handles are no addresses and are never used again, so that an old one is known as such.
std::uint64_t newHandle() {
  static std::atomic<std::uint64_t> next{0x1000};
  return next.fetch_add(0x10, std::memory_order_relaxed);
}

} // namespace

ChildGrids::Caller ChildGrids::caller(const BlockContext& context, std::uint32_t thread) {
  const std::uint64_t row = std::uint64_t(context.ctaid[2]) * context.nctaid[1] + context.ctaid[1];
  return {row * context.nctaid[0] + context.ctaid[0], thread};
}

void* ChildGrids::prepare(KernelTask* grid) {
  TaskRef ref = TaskRef::adopt(grid);
  void* parameters = grid->parameters();
  std::lock_guard lock(mutex_);
  prepared_.emplace(parameters, std::move(ref));
  return parameters;
}

TaskRef ChildGrids::takePrepared(const void* parameters) {
  std::lock_guard lock(mutex_);
  auto found = prepared_.find(parameters);
  if (found == prepared_.end())
    return {};
  TaskRef task = std::move(found->second);
  prepared_.erase(found);
  return task;
}

void* ChildGrids::allocateParameters(std::size_t alignment, std::size_t bytes) {
  alignment = std::max<std::size_t>(alignment, 1);
  auto memory = std::make_unique<char[]>(bytes + alignment);
  auto address = reinterpret_cast<std::uintptr_t>(memory.get());
  void* aligned = memory.get() + ((alignment - address % alignment) % alignment);
  std::lock_guard lock(mutex_);
  buffers_.emplace(aligned, Buffer{std::move(memory), bytes});
  return aligned;
}

bool ChildGrids::takeParameters(const void* buffer, std::size_t bytes, char* out) {
  std::lock_guard lock(mutex_);
  auto found = buffers_.find(buffer);
  if (found == buffers_.end() || found->second.bytes < bytes)
    return bytes == 0;
  std::memcpy(out, buffer, bytes);
  buffers_.erase(found);
  return true;
}

TaskRef* ChildGrids::tailOf(Caller caller, std::uint64_t stream) {
  switch (stream) {
  case kBlockStream:
  case kLegacyStream:
    return &blockStreams_[caller.block];
  case kThreadStream:
    return &threadStreams_[threadKey(caller)];
  default: {
    auto found = streams_.find(stream);
    return found == streams_.end() ? nullptr : &found->second;
  }
  }
}

cudaError_t ChildGrids::submit(TaskRef task, Caller caller, std::uint64_t stream) {
  {
    std::lock_guard lock(mutex_);
    if (stream == kTailStream) {
      // These cannot begin before the grid's end, so that they are what fills the buffer for
      // launches.
      if (tail_.size() >= parent_.domain().deviceServices()->pendingLaunchLimit())
        return cudaErrorLaunchPendingCountExceeded;
      tail_.push_back(std::move(task));
      return cudaSuccess;
    }
    if (stream != kFireAndForgetStream) {
      TaskRef* tail = tailOf(caller, stream);
      if (!tail)
        return cudaErrorInvalidValue;
      if (*tail)
        task->after(**tail);
      *tail = task;
    }
    parent_.adopt(*task);
  }
  Engine::instance().submit(*task);
  return cudaSuccess;
}

cudaError_t ChildGrids::createStream(std::uint64_t& handle, unsigned flags) {
  if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking)
    return cudaErrorInvalidValue;
  handle = newHandle();
  std::lock_guard lock(mutex_);
  streams_.emplace(handle, TaskRef());
  return cudaSuccess;
}

cudaError_t ChildGrids::destroyStream(std::uint64_t handle) {
  // As on a GPU, where nobody minds one that is gone.
  std::lock_guard lock(mutex_);
  streams_.erase(handle);
  return handle > kFireAndForgetStream ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t ChildGrids::createEvent(std::uint64_t& handle, unsigned flags) {
  if (flags != cudaEventDisableTiming)
    return cudaErrorInvalidValue;
  handle = newHandle();
  std::lock_guard lock(mutex_);
  events_.emplace(handle, TaskRef());
  return cudaSuccess;
}

cudaError_t ChildGrids::destroyEvent(std::uint64_t handle) {
  std::lock_guard lock(mutex_);
  return events_.erase(handle) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t ChildGrids::record(std::uint64_t event, Caller caller, std::uint64_t stream) {
  std::lock_guard lock(mutex_);
  auto found = events_.find(event);
  TaskRef* tail = tailOf(caller, stream);
  if (found == events_.end() || !tail)
    return cudaErrorInvalidValue;
  found->second = *tail;
  return cudaSuccess;
}

cudaError_t ChildGrids::waitFor(Caller caller, std::uint64_t stream, std::uint64_t event) {
  TaskRef marker;
  {
    std::lock_guard lock(mutex_);
    auto found = events_.find(event);
    TaskRef* tail = tailOf(caller, stream);
    if (found == events_.end() || !tail)
      return cudaErrorInvalidValue;
    if (!found->second)
      return cudaSuccess;
    marker = TaskRef::adopt(new MarkerTask(parent_.domain()));
    marker->after(*found->second);
    if (*tail)
      marker->after(**tail);
    *tail = marker;
  }
  Engine::instance().submit(*marker);
  return cudaSuccess;
}

void ChildGrids::setError(Caller caller, cudaError_t error) {
  std::lock_guard lock(mutex_);
  errors_[threadKey(caller)] = error;
}

cudaError_t ChildGrids::lastError(Caller caller, bool reset) {
  std::lock_guard lock(mutex_);
  auto found = errors_.find(threadKey(caller));
  if (found == errors_.end())
    return cudaSuccess;
  const cudaError_t error = found->second;
  if (reset)
    errors_.erase(found);
  return error;
}

std::deque<TaskRef> ChildGrids::takeTail() {
  std::lock_guard lock(mutex_);
  return std::exchange(tail_, {});
}

void ChildGrids::prependTail(std::deque<TaskRef> grids) {
  std::lock_guard lock(mutex_);
  tail_.insert(tail_.begin(), std::make_move_iterator(grids.begin()),
               std::make_move_iterator(grids.end()));
}

TaskRef ChildGrids::nextOfTail() {
  std::lock_guard lock(mutex_);
  if (tail_.empty())
    return {};
  TaskRef next = std::move(tail_.front());
  tail_.pop_front();
  return next;
}

} // namespace heddle::exec
