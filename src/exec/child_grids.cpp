#include "exec/child_grids.h"

#include "exec/device_services.h"
#include "exec/engine.h"
#include "exec/execution_context.h"
#include "exec/kernel_task.h"
#include "exec/simple_tasks.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

namespace heddle::exec {

namespace {

// The handles of the streams that every grid has, as cuda_device_runtime_api.h defines them.
constexpr std::uint64_t kNullStream = 0, kLegacyStream = 1, kPerThreadStream = 2,
                        kTailLaunchStream = 3, kFireAndForgetStream = 4;

// Handles are numbers that are never used twice, so that a stale one is recognised.
std::uint64_t newHandle() {
  static std::atomic<std::uint64_t> next{0x1000};
  return next.fetch_add(0x10, std::memory_order_relaxed);
}

} // namespace

ChildGrids::Caller ChildGrids::callerOf(const BlockContext& context, std::uint32_t thread) {
  const std::uint64_t row = std::uint64_t(context.ctaid[2]) * context.nctaid[1] + context.ctaid[1];
  return {row * context.nctaid[0] + context.ctaid[0], thread};
}

void* ChildGrids::addPreparedGrid(KernelTask* grid) {
  TaskRef ref = TaskRef::adopt(grid);
  void* parameters = grid->parameters();
  std::lock_guard lock(mutex_);
  preparedGrids_.emplace(parameters, std::move(ref));
  return parameters;
}

TaskRef ChildGrids::takePreparedGrid(const void* parameters) {
  std::lock_guard lock(mutex_);
  auto found = preparedGrids_.find(parameters);
  if (found == preparedGrids_.end())
    return {};
  TaskRef task = std::move(found->second);
  preparedGrids_.erase(found);
  return task;
}

void* ChildGrids::allocateParameterBuffer(std::size_t alignment, std::size_t bytes) {
  // Memory of kernels is aligned to its size, so that the larger number gives the alignment too.
  KernelMemory memory = allocateKernelMemory(std::max(bytes, alignment));
  void* const buffer = memory.get();
  std::lock_guard lock(mutex_);
  parameterBuffers_.emplace(buffer, ParameterBuffer{std::move(memory), bytes});
  return buffer;
}

bool ChildGrids::takeParameterBuffer(const void* buffer, std::size_t bytes, char* parameters) {
  std::lock_guard lock(mutex_);
  auto found = parameterBuffers_.find(buffer);
  if (found == parameterBuffers_.end() || found->second.bytes < bytes)
    return bytes == 0;
  std::memcpy(parameters, buffer, bytes);
  parameterBuffers_.erase(found);
  return true;
}

TaskRef* ChildGrids::tailOf(Caller caller, std::uint64_t stream) {
  switch (stream) {
  case kNullStream:
  case kLegacyStream:
    return &blockStreams_[caller.block];
  case kPerThreadStream:
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
    if (stream == kTailLaunchStream) {
      // Only tail launches count towards the limit of pending launches: all others may start at
      // once, while these wait for the end of the grid.
      if (tailLaunches_.size() >= parent_.execution().deviceServices()->pendingLaunchLimit())
        return cudaErrorLaunchPendingCountExceeded;
      tailLaunches_.push_back(std::move(task));
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
  // Destroying a stream twice is no error, as on a GPU.
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

cudaError_t ChildGrids::recordEvent(std::uint64_t event, Caller caller, std::uint64_t stream) {
  std::lock_guard lock(mutex_);
  auto found = events_.find(event);
  TaskRef* tail = tailOf(caller, stream);
  if (found == events_.end() || !tail)
    return cudaErrorInvalidValue;
  found->second = *tail;
  return cudaSuccess;
}

cudaError_t ChildGrids::streamWaitEvent(Caller caller, std::uint64_t stream, std::uint64_t event) {
  TaskRef marker;
  {
    std::lock_guard lock(mutex_);
    auto found = events_.find(event);
    TaskRef* tail = tailOf(caller, stream);
    if (found == events_.end() || !tail)
      return cudaErrorInvalidValue;
    if (!found->second)
      return cudaSuccess;
    marker = TaskRef::adopt(new MarkerTask(parent_.execution()));
    marker->after(*found->second);
    if (*tail)
      marker->after(**tail);
    *tail = marker;
  }
  Engine::instance().submit(*marker);
  return cudaSuccess;
}

void ChildGrids::setLastError(Caller caller, cudaError_t error) {
  std::lock_guard lock(mutex_);
  lastErrors_[threadKey(caller)] = error;
}

cudaError_t ChildGrids::lastError(Caller caller, bool reset) {
  std::lock_guard lock(mutex_);
  auto found = lastErrors_.find(threadKey(caller));
  if (found == lastErrors_.end())
    return cudaSuccess;
  const cudaError_t error = found->second;
  if (reset)
    lastErrors_.erase(found);
  return error;
}

std::deque<TaskRef> ChildGrids::takeTailLaunches() {
  std::lock_guard lock(mutex_);
  return std::exchange(tailLaunches_, {});
}

void ChildGrids::prependTailLaunches(std::deque<TaskRef> grids) {
  std::lock_guard lock(mutex_);
  tailLaunches_.insert(tailLaunches_.begin(), std::make_move_iterator(grids.begin()),
                       std::make_move_iterator(grids.end()));
}

TaskRef ChildGrids::nextTailLaunch() {
  std::lock_guard lock(mutex_);
  if (tailLaunches_.empty())
    return {};
  TaskRef next = std::move(tailLaunches_.front());
  tailLaunches_.pop_front();
  return next;
}

} // namespace heddle::exec
